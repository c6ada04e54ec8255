// Keeps sums, and makes means of them at the end.
#include "view/meter.hpp"

namespace lenslet::view {

void Meter::begin(const Traffic& traffic) {
  begin_ = Clock::now();
  sums_ = {};
  traffic_ = traffic;
}

void Meter::add(const FilterTimes& times) {
  sums_.filter_ms += times.filter_ms;
  sums_.exchange_ms += times.exchange_ms;
}

void Meter::fill(Figures& figures, std::int64_t frames, const Traffic& traffic) const {
  const auto count = static_cast<double>(frames);
  const auto each = static_cast<std::uint64_t>(frames);
  figures.frames = frames;
  figures.frame_ms = ms_between(begin_, Clock::now()) / count;
  figures.filter_ms = sums_.filter_ms / count;
  figures.exchange_ms = sums_.exchange_ms / count;
  figures.traffic = {(traffic.to_session - traffic_.to_session) / each,
                     (traffic.from_session - traffic_.from_session) / each};
}

}  // namespace lenslet::view

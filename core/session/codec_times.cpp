// The times of codecs are rows of the tuning store. A codec, or a way to decode, takes the place of the schedule.
#include <lenslet/codec_times.hpp>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include <lenslet/statistics.hpp>
#include <lenslet/value.hpp>

#include "session/state.hpp"
#include "store/key.hpp"

namespace lenslet {
namespace {

constexpr int farthest = 2;  // in powers of two of the size

store::Key key_of(const CodecCase& one, const DeviceInfo& device) {
  return {.op = one.op,
          .work = fmt::format("{}, {} at a time{}{}", to_string(one.format), one.at_a_time,
                              one.layout.empty() ? "" : ", ", one.layout),
          .size_bucket = store::bucket_of(one.size),
          .device = store::device_text(device),
          .driver = store::driver_text(device, environ),
          .architecture = device.architecture,
          .format = store::library_format,
          .size = one.size,
          .reach = farthest};
}

std::optional<CodecTimes> times_of(store::Store& store, const store::Key& key) {
  CodecTimes times;
  for (const Trial& trial : store.trials(key))
    if (trial.outcome == Outcome::correct && trial.time.samples > 0) times.by[trial.schedule] = trial.time;
  if (times.by.size() < 2) return {};
  return times;
}

Trial trial_of(std::string_view codec, const Measured& time, bool won) {
  return {std::string(codec), Outcome::correct, time, std::string(name_of(won ? Standing::won : Standing::lost))};
}

}  // namespace

const std::string& CodecTimes::fastest() const {
  return std::ranges::min_element(by, {}, [](const auto& one) { return one.second.median_ms; })->first;
}

Measured measured_by_host(std::span<const double> ms) {
  const Summary summary = summarize(ms);
  return {summary.median, summary.lower_quartile, summary.upper_quartile, static_cast<int>(ms.size()), true};
}

std::optional<CodecTimes> codec_times(const Session& session, const CodecCase& wanted) {
  store::Store& store = state_of(session).store;
  const store::Key key = key_of(wanted, session.device());
  for (const int step : {0, -1, 1, -farthest, farthest}) {
    store::Key near = key;
    near.size_bucket += step;
    if (auto times = times_of(store, near)) return times;
  }
  return {};
}

void keep_codec_times(const Session& session, const CodecCase& measured, const CodecTimes& times) {
  std::vector<Trial> trials;
  for (const auto& [codec, time] : times.by) trials.push_back(trial_of(codec, time, codec == times.fastest()));
  state_of(session).store.decide(key_of(measured, session.device()), trials);
}

}  // namespace lenslet

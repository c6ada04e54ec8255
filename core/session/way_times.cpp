// The time of a way of doing something is a row of the tuning store. The way stands where an op has its schedule.
#include <lenslet/way_times.hpp>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include <lenslet/statistics.hpp>
#include <lenslet/value.hpp>

#include "session/state.hpp"
#include "store/store.hpp"

namespace lenslet {
namespace {

constexpr int farthest = 2;  // in powers of two of the size

store::Key key_of(const TimedWork& work, const DeviceInfo& device) {
  return {.op = work.name,
          .work = work.case_text,
          .size_bucket = store::bucket_of(work.size),
          .device = store::device_text(device),
          .driver = store::driver_text(device, environ),
          .architecture = device.architecture,
          .format = store::library_format,
          .size = work.size,
          .reach = farthest};
}

std::optional<WayTimes> times_of(store::Store& store, const store::Key& key) {
  WayTimes times;
  for (const Trial& trial : store.trials(key))
    if (trial.outcome == Outcome::correct && trial.time.samples > 0) times.by[trial.schedule] = trial.time;
  if (times.by.size() < 2) return {};
  return times;
}

Trial trial_of(std::string_view way, const Measured& time, bool won) {
  return {std::string(way), Outcome::correct, time, std::string(name_of(won ? Standing::won : Standing::lost))};
}

}  // namespace

const std::string& WayTimes::fastest() const {
  return std::ranges::min_element(by, {}, [](const auto& one) { return one.second.median_ms; })->first;
}

Measured measured_by_host(std::span<const double> ms) {
  const Summary summary = summarize(ms);
  return {summary.median, summary.lower_quartile, summary.upper_quartile, static_cast<int>(ms.size()), true};
}

std::optional<WayTimes> way_times(const Session& session, const TimedWork& wanted) {
  store::Store& store = state_of(session).store;
  const store::Key key = key_of(wanted, session.device());
  for (const int step : {0, -1, 1, -farthest, farthest}) {
    store::Key near = key;
    near.size_bucket += step;
    if (auto times = times_of(store, near)) return times;
  }
  return {};
}

void keep_way_times(const Session& session, const TimedWork& measured, const WayTimes& times) {
  std::vector<Trial> trials;
  for (const auto& [way, time] : times.by) trials.push_back(trial_of(way, time, way == times.fastest()));
  state_of(session).store.decide(key_of(measured, session.device()), trials);
}

}  // namespace lenslet

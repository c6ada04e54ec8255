// Times of codecs are rows of the tuning store: the codecs are schedules of the work.
#include <lenslet/codec_times.hpp>

#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include <lenslet/value.hpp>

#include "session/state.hpp"
#include "store/key.hpp"

namespace lenslet {
namespace {

constexpr int farthest = 2;  // size, in powers of two

store::Key key_of(const CodecCase& one, const DeviceInfo& device) {
  return {.op = one.op,
          .work = fmt::format("{}, {} at a time", to_string(one.format), one.at_a_time),
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
    if (trial.outcome == Outcome::correct) (trial.schedule == device_codec ? times.device : times.host) = trial.time;
  if (times.host.samples == 0 || times.device.samples == 0) return {};
  return times;
}

Trial trial_of(std::string_view codec, const Measured& time, bool won) {
  return {std::string(codec), Outcome::correct, time, std::string(name_of(won ? Standing::won : Standing::lost))};
}

}  // namespace

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
  const bool device = times.device_is_faster();
  const Trial trials[] = {trial_of(host_codec, times.host, !device), trial_of(device_codec, times.device, device)};
  state_of(session).store.decide(key_of(measured, session.device()), trials);
}

}  // namespace lenslet

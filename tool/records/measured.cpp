// Drivers without profiling give all events the same time.
#include "tool/records/measured.hpp"

namespace lenslet::cli {
namespace {

constexpr double min_ms = 1e-4;

}  // namespace

bool has_time(double ms) {
  return ms >= min_ms;
}

std::optional<Rates> rates(std::uint64_t bytes, double ms, const Session& session) {
  if (!has_time(ms)) return std::nullopt;
  return Rates{static_cast<double>(bytes) / (ms * 1e-3), session.copy_rate()};
}

Json to_json(const Trial& trial) {
  Json json{{"schedule", trial.schedule}, {"outcome", name_of(trial.outcome)}, {"detail", trial.detail}};
  if (trial.outcome != Outcome::correct) return json;
  const Measured& time = trial.time;
  json.update({{"median_ms", time.median_ms}, {"low_ms", time.low_ms}, {"high_ms", time.high_ms}});
  json["samples"] = time.samples;
  return json;
}

}  // namespace lenslet::cli

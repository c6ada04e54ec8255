// Drivers without profiling give all events the same time, or times that no memory could reach.
#include "tool/records/measured.hpp"

namespace lenslet::cli {
namespace {

constexpr double min_ms = 1e-4;
constexpr double fastest_memory = 1e14;  // bytes per second

}  // namespace

bool has_time(double ms) {
  return ms >= min_ms;
}

std::optional<Rates> rates(std::uint64_t bytes, double ms, const Session& session) {
  if (!has_time(ms)) return std::nullopt;
  const Rates rates{static_cast<double>(bytes) / (ms * 1e-3), session.copy_rate()};
  return rates.copy < fastest_memory ? std::optional(rates) : std::nullopt;
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

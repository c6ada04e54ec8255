// Drivers without profiling give all events the same time, or times that no memory could keep up with.
#include "cli/records/measured.hpp"

namespace lenslet::cli {
namespace {

constexpr double shortest_ms = 1e-4;
constexpr double fastest_memory = 1e14;  // bytes per second

}  // namespace

bool has_time(double ms) {
  return ms >= shortest_ms;
}

std::optional<Rates> rates(std::uint64_t bytes, double ms, const Session& session) {
  if (!has_time(ms)) return std::nullopt;
  const Rates rates{static_cast<double>(bytes) / (ms * 1e-3), session.copy_rate()};
  return rates.copy < fastest_memory ? std::optional(rates) : std::nullopt;
}

void add_time(Json& json, const Measured& time) {
  json["median_ms"] = time.median_ms;
  json["low_ms"] = time.low_ms;
  json["high_ms"] = time.high_ms;
  json["samples"] = time.samples;
}

}  // namespace lenslet::cli

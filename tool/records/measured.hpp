// Measurements: outcomes, times, and the speed beside the device's own copy, if the driver gives times.
#pragma once

#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

#include <array>
#include <cstdint>
#include <optional>

#include "tool/records/json.hpp"

namespace lenslet::cli {

// The order of tables.
inline constexpr std::array outcomes{Outcome::correct,       Outcome::wrong,   Outcome::build_failed,
                                     Outcome::launch_failed, Outcome::timeout, Outcome::excluded};

bool has_time(double ms);

// Bytes per second.
struct Rates {
  double kernel;
  double copy;
  double share() const { return kernel / copy; }
};

// Returns nothing if the driver gives no times.
std::optional<Rates> rates(std::uint64_t bytes, double ms, const Session& session);

// Makes "schedule", "outcome" and "detail"; for a correct trial also "median_ms", "low_ms", "high_ms" and "samples".
Json to_json(const Trial& trial);

}  // namespace lenslet::cli

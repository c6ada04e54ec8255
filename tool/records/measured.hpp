// What was measured: outcomes, times, and how fast that is beside the device's own copy, where the driver gives times.
#pragma once

#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

#include <array>
#include <cstdint>
#include <optional>

#include "tool/records/json.hpp"

namespace lenslet::cli {

// In the order in which tables show them.
inline constexpr std::array outcomes{Outcome::correct,       Outcome::wrong,   Outcome::build_failed,
                                     Outcome::launch_failed, Outcome::timeout, Outcome::excluded};

bool has_time(double ms);

// Bytes per second.
struct Rates {
  double kernel;
  double copy;
  double share() const { return kernel / copy; }
};

// Returns nothing where the driver gives no times.
std::optional<Rates> rates(std::uint64_t bytes, double ms, const Session& session);

// Makes "schedule", "outcome" and "detail", and of a correct one "median_ms", "low_ms", "high_ms" and "samples".
Json to_json(const Trial& trial);

}  // namespace lenslet::cli

// How fast something was, and how that compares with the device's own copy, where the driver gives times at all.
#pragma once

#include <cstdint>
#include <lenslet/session.hpp>
#include <optional>

namespace lenslet::cli {

bool has_time(double ms);

// Bytes per second.
struct Rates {
  double kernel;
  double copy;

  double share() const { return kernel / copy; }
};

// Nothing where the driver gives no times.
std::optional<Rates> rates(std::uint64_t bytes, double ms, const Session& session);

}  // namespace lenslet::cli

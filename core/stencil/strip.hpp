// The strip of passes `separated_strip`: what one work-item computes, and what it keeps meanwhile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <lenslet/device.hpp>
#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

struct Strip {
  std::int64_t width;       // samples
  std::int64_t height;      // rows, at most
  std::int64_t min_height;  // in lower strips, sums that a neighbour makes, too, cost more than the strip's own
  std::uint64_t bytes;      // of a row with its border, and of the sums along a window's last rows
  std::int64_t rounds;      // of the loops
};

// The number of strips that a launch has below each other. Small images get shorter ones, so that each compute unit has
// work.
std::int64_t strips_down(const Strip& strip, std::int64_t samples, std::int64_t rows, std::int64_t compute_units);

// Returns why the schedule cannot have its strip, with what is allowed; nothing where it can, and for passes without
// strips.
std::optional<std::string> why_no_strip(const Schedule& schedule, const Problem& problem, const DeviceInfo& device);

Strip strip_of(const Schedule& schedule, const Problem& problem);

}  // namespace lenslet::stencil

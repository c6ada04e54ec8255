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
  std::int64_t width;         // samples
  std::int64_t height;        // rows, at most
  std::int64_t least_height;  // below which sums above and below the strip, which its neighbours make, too, cost most
  std::uint64_t bytes;        // a row with its border, and the sums along a window's last rows
  std::int64_t rounds;        // of the loops
};

// How many strips a launch has below each other: small images get shorter ones, so that each compute unit has some.
std::int64_t strips_down(const Strip& strip, std::int64_t samples, std::int64_t rows, std::int64_t compute_units);

// The reason, with what is allowed; nothing where the schedule has no strips or can have them.
std::optional<std::string> why_no_strip(const Schedule& schedule, const Problem& problem, const DeviceInfo& device);

Strip strip_of(const Schedule& schedule, const Problem& problem);

}  // namespace lenslet::stencil

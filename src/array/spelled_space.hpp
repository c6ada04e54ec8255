// The schedules of ops of arrays by their spellings.
#pragma once

#include <string>

#include "array/op.hpp"
#include "op/space.hpp"

namespace lenslet::array {

using SpelledSpace = op::SpelledSpace<ArraySchedule>;

// Those that the op's rule lets pass on the device and whose spelling fits the pattern.
SpelledSpace spelled_space(const Op& op, const Problem& problem, const DeviceInfo& device,
                           const std::string& pattern = "*");

}  // namespace lenslet::array

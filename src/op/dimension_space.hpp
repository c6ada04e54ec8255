// The schedules that an op's dimensions span, by their spellings.
#pragma once

#include <string>

#include "op/op.hpp"
#include "op/space.hpp"

namespace lenslet::op {

using DimensionSpace = SpelledSpace<ArraySchedule>;

// Those that the op's rule lets pass on the device and whose spelling fits the pattern.
DimensionSpace dimension_space(const Op& op, const Instance& problem, const DeviceInfo& device,
                               const std::string& pattern = "*");

}  // namespace lenslet::op

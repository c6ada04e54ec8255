// The schedules that an op's dimensions span: each dimension is an axis.
#pragma once

#include <string>

#include "op/axis_space.hpp"
#include "op/op.hpp"

namespace lenslet::op {

using DimensionSpace = AxisSpace<DimensionSchedule>;

// Throws invalid_argument that names the word at fault and what may stand there.
DimensionSchedule parse(const std::string& spelling, const Dimensions& space);

// Those that the op's rule lets pass on the device and whose spelling fits the pattern.
DimensionSpace dimension_space(const Op& op, const Instance& problem, const DeviceInfo& device,
                               const std::string& pattern = "*");

}  // namespace lenslet::op

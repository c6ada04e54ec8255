// The schedules of ops of arrays, as the tuner has them.
#pragma once

#include <string>

#include "array/op.hpp"
#include "tune/space.hpp"

namespace lenslet::tune {

using ArraySpace = SpelledSpace<ArraySchedule>;

// Those that the op's rule lets pass on the device and whose spelling fits the pattern.
ArraySpace array_space(const array::Op& op, const array::Problem& problem, const DeviceInfo& device,
                       const std::string& pattern = "*");

}  // namespace lenslet::tune

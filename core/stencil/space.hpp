// The schedules of stencils: their axes, and which of those that they span can serve a problem.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/schedule.hpp>

#include "op/axis_space.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

using Axis = op::Axis<Schedule>;
using Space = op::AxisSpace<Schedule>;

std::shared_ptr<const std::vector<Axis>> shared_axes();
inline const std::vector<Axis>& axes() {
  return *shared_axes();
}

// Those whose spelling fits the pattern, in which * and ? stand for any text and character, and that no rule excludes.
Space space_of(std::function<bool(const Schedule&)> possible, std::string_view pattern = "*");
Space space_of(Problem problem, DeviceInfo device, std::string_view pattern = "*");

}  // namespace lenslet::stencil

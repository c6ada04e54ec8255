// The schedules of stencils: their axes, and those among all combinations that can serve a problem.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/schedule.hpp>

#include "op/axis_space.hpp"
#include "op/space.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

using Axis = op::Axis<Schedule>;
using Space = op::AxisSpace<Schedule>;

std::shared_ptr<const std::vector<Axis>> shared_axes();
inline const std::vector<Axis>& axes() {
  return *shared_axes();
}

// Says why a schedule cannot serve a problem on a device; absent where it can.
std::optional<Exclusion> excluded(const Schedule& schedule, const Problem& problem, const DeviceInfo& device);

// The schedules that no rule excludes and whose spelling fits the pattern. In a pattern, * stands for any text and ?
// for any character.
Space space_of(std::function<bool(const Schedule&)> possible, std::string_view pattern = "*");
Space space_of(Problem problem, DeviceInfo device, std::string_view pattern = "*");

}  // namespace lenslet::stencil

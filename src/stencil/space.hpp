// The schedule space of the family. Its axes and their values are listed once, for searching and for verification.
#pragma once

#include <span>
#include <string_view>

#include <lenslet/device.hpp>
#include <lenslet/schedule.hpp>

#include "op/axis_space.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

using Axis = AxisOf<Schedule>;
using Setting = Axis::Setting;

std::span<const Axis> axes();

// The schedules that can serve a problem on a device.
class Space : public AxisSpace<Schedule> {
 public:
  explicit Space(Possible possible);

  // Those that no rule excludes and whose spelling fits the pattern, in which * and ? stand for any text and character.
  Space(Problem problem, DeviceInfo device, std::string_view pattern = "*");
};

}  // namespace lenslet::stencil

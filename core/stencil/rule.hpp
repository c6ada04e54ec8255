// A rule that excludes schedules: a function and its name.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <lenslet/device.hpp>
#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

using Reason = std::optional<std::string>;

struct Rule {
  const char* name;
  Reason (*broken)(const Schedule&, const Problem&, const DeviceInfo&);
};

std::span<const Rule> mask_rules();    // limits of the op and its masks
std::span<const Rule> launch_rules();  // limits of the device for launches

}  // namespace lenslet::stencil

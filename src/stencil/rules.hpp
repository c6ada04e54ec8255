// Why a schedule cannot serve a problem on a device.
#pragma once

#include <optional>
#include <string>

#include <lenslet/device.hpp>
#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

struct Exclusion {
  std::string rule;    // the rule's name: "group-size"
  std::string reason;  // with this schedule's numbers
};

std::optional<Exclusion> excluded(const Schedule& schedule, const Problem& problem, const DeviceInfo& device);

}  // namespace lenslet::stencil

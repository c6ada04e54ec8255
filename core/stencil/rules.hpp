// Says why a schedule cannot serve a problem on a device.
#pragma once

#include <optional>

#include <lenslet/device.hpp>
#include <lenslet/schedule.hpp>

#include "op/space.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

std::optional<Exclusion> excluded(const Schedule& schedule, const Problem& problem, const DeviceInfo& device);

}  // namespace lenslet::stencil

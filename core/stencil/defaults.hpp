// Which schedule a stencil gets that has not been tuned, and why: by device class, from defaults.txt.
#pragma once

#include <string>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/image.hpp>
#include <lenslet/schedule.hpp>

#include "op/space.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

struct ReasonedSchedule {
  Schedule schedule;
  std::string reason;
  op::GeneralCost cost = {};
};

// Always one that the device can run: a group over its limits is narrowed, and the reason says so. Without the images'
// size it is the one for large ones.
ReasonedSchedule default_schedule(const Problem& problem, const DeviceInfo& device, std::optional<Size> size = {});

// Those with general coefficients that sum in the order of `special`, the fastest first and the one whose program
// serves most last; none where the device class has none.
std::vector<ReasonedSchedule> general_schedules(const Problem& problem, const Schedule& special,
                                                const DeviceInfo& device);

// The defaults of like stencils of any number of taps, as far as the device can run them: where a search may begin.
std::vector<Schedule> kindred_defaults(const Problem& problem, const DeviceInfo& device);

}  // namespace lenslet::stencil

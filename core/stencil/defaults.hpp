// The schedule of a stencil that has not been tuned, and why: by device class, from defaults.txt.
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

// Returns a schedule that the device can run: a group over its limits is narrowed, and the reason says so. Without a
// size it is the one for large images.
ReasonedSchedule default_schedule(const Problem& problem, const DeviceInfo& device, std::optional<Size> size = {});

// General schedules that sum in the order of `special`, the fastest first. The last one's program serves the most
// problems. Empty where the device class has none.
std::vector<ReasonedSchedule> general_schedules(const Problem& problem, const Schedule& special,
                                                const DeviceInfo& device);

// The default schedules of like stencils of any number of taps that the device can run. A search may begin with them.
std::vector<Schedule> kindred_defaults(const Problem& problem, const DeviceInfo& device);

}  // namespace lenslet::stencil

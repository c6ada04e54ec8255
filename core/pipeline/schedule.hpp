// Schedules of pipelines: the arrangement, how many rows go through all units before the next rows, and a schedule for
// each unit. They are spelled "fused.strips64..SCHEDULE..SCHEDULE".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "op/space.hpp"
#include "pipeline/arrangement.hpp"

namespace lenslet::pipeline {

// Strips of so few rows keep the memory between units in a cache.
inline constexpr int strip_rows[] = {0, 16, 32, 64, 128, 256, 512};

struct PipelineSchedule {
  std::string arrangement;  // its name
  int strip_rows = 0;       // 0: all rows
  std::vector<op::AnySchedule> units;
};

std::string to_string(const PipelineSchedule& schedule);

// Throws invalid_argument for a text that is no schedule of these arrangements.
PipelineSchedule parse_schedule(const std::string& spelling, const std::vector<Arrangement>& arrangements,
                                const DeviceInfo& device);

// Returns the schedule's arrangement, which must have as many units. Throws invalid_argument where there is none.
const Arrangement& arrangement_of(const PipelineSchedule& schedule, const std::vector<Arrangement>& arrangements);

// Returns the space of all schedules. Its first axis is the arrangement. The axes of the units follow, arrangement by
// arrangement.
std::unique_ptr<op::Space> space_of(const std::vector<Arrangement>& arrangements, const DeviceInfo& device,
                                    const std::string& pattern);

}  // namespace lenslet::pipeline

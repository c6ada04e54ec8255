// Pipelines' schedules: the arrangement, how many rows go through all units before the next ones do, and a schedule for
// each unit. They are spelled "fused.strips64..SCHEDULE..SCHEDULE".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "op/space.hpp"
#include "pipeline/arrangement.hpp"

namespace lenslet::pipeline {

// What lies between units of a strip stays in a cache.
inline constexpr int strip_rows[] = {0, 16, 32, 64, 128, 256, 512};

struct PipelineSchedule {
  std::string arrangement;  // its name
  int strip_rows = 0;       // 0: all rows
  std::vector<op::AnySchedule> units;
};

std::string to_string(const PipelineSchedule& schedule);

// Throws invalid_argument for what is no schedule of these.
PipelineSchedule parse_schedule(const std::string& spelling, const std::vector<Arrangement>& arrangements,
                                const DeviceInfo& device);

// The schedule's arrangement among these, with as many units; null where there is none. The other throws
// invalid_argument then.
const Arrangement* find_arrangement(const PipelineSchedule& schedule, const std::vector<Arrangement>& arrangements);
const Arrangement& arrangement_of(const PipelineSchedule& schedule, const std::vector<Arrangement>& arrangements);

// All schedules: the first axis is the arrangement, those of the units follow, arrangement by arrangement.
std::unique_ptr<op::Space> space_of(const std::vector<Arrangement>& arrangements, const DeviceInfo& device,
                                    const std::string& pattern);

}  // namespace lenslet::pipeline

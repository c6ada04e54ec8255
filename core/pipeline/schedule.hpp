// Spellings of pipelines' schedules: "fused.strips64..SCHEDULE..SCHEDULE", the arrangement, how many rows go through
// all units before the next ones do, and a schedule for each unit.
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
  std::size_t arrangement = 0;
  int strip_rows = 0;  // 0: all rows
  std::vector<std::string> units;
};

std::string spell(const PipelineSchedule& schedule, const std::vector<Arrangement>& arrangements);

// Throws invalid_argument for what is no schedule of these; whether each unit has its schedule is not looked at.
PipelineSchedule parse_schedule(const std::string& spelling, const std::vector<Arrangement>& arrangements);

// All schedules: the first axis is the arrangement, those of the units follow, arrangement by arrangement.
std::unique_ptr<op::Space> space_of(const std::vector<Arrangement>& arrangements, const DeviceInfo& device,
                                    const std::string& pattern);

}  // namespace lenslet::pipeline

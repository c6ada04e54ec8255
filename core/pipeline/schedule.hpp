// Spellings of pipelines' schedules: "fused.strips64..SCHEDULE..SCHEDULE". First the arrangement, then how many rows go
// through all units before the next rows, then a schedule for each unit.
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
  std::size_t arrangement = 0;
  int strip_rows = 0;  // 0: all rows
  std::vector<std::string> units;
};

std::string spell(const PipelineSchedule& schedule, const std::vector<Arrangement>& arrangements);

// Throws invalid_argument for a text that is no schedule of these arrangements. Does not check that each unit has its
// schedule.
PipelineSchedule parse_schedule(const std::string& spelling, const std::vector<Arrangement>& arrangements);

// Returns the space of all schedules. Its first axis is the arrangement. The axes of the units follow, arrangement by
// arrangement.
std::unique_ptr<op::Space> space_of(const std::vector<Arrangement>& arrangements, const DeviceInfo& device,
                                    const std::string& pattern);

}  // namespace lenslet::pipeline

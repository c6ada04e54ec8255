// Spellings of pipelines' schedules: "fused..SCHEDULE..SCHEDULE", the arrangement and a schedule for each of its units.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "op/space.hpp"
#include "pipeline/arrangement.hpp"

namespace lenslet::pipeline {

struct PipelineSchedule {
  std::size_t arrangement = 0;
  std::vector<std::string> units;
};

std::string spell(const PipelineSchedule& schedule, const std::vector<Arrangement>& arrangements);

// Throws invalid_argument for what is no schedule of these; whether each unit has its schedule is not looked at.
PipelineSchedule parse_schedule(const std::string& spelling, const std::vector<Arrangement>& arrangements);

// All schedules: the first axis is the arrangement, those of the units follow, arrangement by arrangement.
std::unique_ptr<op::Space> space_of(const std::vector<Arrangement>& arrangements, const DeviceInfo& device,
                                    const std::string& pattern);

}  // namespace lenslet::pipeline

// Which cases prove an op: what its folder says, then few of them with other schedules.
#pragma once

#include <vector>

#include "op/op.hpp"

namespace lenslet::op {

// With the schedule that runs untuned.
std::vector<VerifyCase> untuned_cases(const Op& op, int effort);

// Those, and the largest of them with few other schedules; from effort 2 on a small one with all.
std::vector<VerifyCase> cases_of(const Op& op, const DeviceInfo& device, int effort);

}  // namespace lenslet::op

// The cases that prove an op: first those of its folder, then a few of them with other schedules.
#pragma once

#include <vector>

#include "op/op.hpp"

namespace lenslet::op {

// The folder's cases, with the schedule that runs untuned.
std::vector<VerifyCase> untuned_cases(const Op& op, int effort);

// The untuned cases, and the largest of them with a few other schedules. From effort 2 on also a small one with all
// schedules.
std::vector<VerifyCase> cases_of(const Op& op, const DeviceInfo& device, int effort);

// For an op whose schedules are another's, whose own cases run each of them: the untuned cases. From effort 2 on also
// the largest with each value of each axis of schedules.
std::vector<VerifyCase> cases_of_shared_schedules(const Op& op, const DeviceInfo& device, int effort);

}  // namespace lenslet::op

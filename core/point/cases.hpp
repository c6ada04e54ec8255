// What proves a point op: few programs, each on several sizes.
#pragma once

#include <vector>

#include "point/point_op.hpp"

namespace lenslet::point {

std::vector<op::Case> cases_of(const PointOp& op, int effort);

// The cases with schedules, so that each program is another schedule's, too. From effort 2 on every value of each axis.
std::vector<VerifyCase> proofs_of(const op::Op& op, const DeviceInfo& device, int effort);

}  // namespace lenslet::point

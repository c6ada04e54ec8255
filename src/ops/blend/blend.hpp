// Blending: its stages and truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

op::Dimensions blend_space(const op::Instance& problem, const DeviceInfo& device);
ArraySchedule blend_initial(const op::Instance& problem, const DeviceInfo& device);
op::Graph blend_make(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker);

// Compares with the truth, which a plain loop makes.
std::optional<std::string> blend_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out);
std::vector<op::Case> blend_cases(int effort);

}  // namespace lenslet::ops

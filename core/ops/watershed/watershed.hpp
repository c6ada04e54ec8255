// The parts of watershed: its stages and its truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

op::Graph watershed_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);
std::optional<std::string> watershed_mismatch(const op::Instance& problem, const op::HostValues& in,
                                              const op::HostValues& out);
std::vector<op::Case> watershed_cases(int effort);

}  // namespace lenslet::ops

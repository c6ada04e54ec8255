// Element-wise ops: their expression, its program and its truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"
#include "ops/map/map_expression.hpp"

namespace lenslet::ops::elementwise {

op::Dimensions space(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> rule(const op::Instance& problem, const DeviceInfo& device, const DimensionSchedule& schedule);

op::Graph make(const Expression& expression, const op::Instance& problem, const DimensionSchedule& schedule,
               const op::Maker& maker);

// Compares with the truth, which the same tree makes: exactly for integers, and for floats by intervals with everything
// that OpenCL allows.
std::optional<std::string> mismatch(const Expression& expression, const op::Instance& problem, const op::HostValues& in,
                                    const op::HostValues& out);

// Takes as many of the elements as the truth computes quickly.
op::Solved part(const op::Solved& whole, const std::vector<std::int64_t>& doubtful);

std::vector<op::Case> map_cases(int effort);
std::vector<op::Case> fixed_cases(const std::string& op, int effort);  // of an op with x and y

// Returns the parameters' values as the type holds them; 0 for a parameter that the op lacks.
Numbers numbers_of(const Expression& expression, const Arguments& arguments);

}  // namespace lenslet::ops::elementwise

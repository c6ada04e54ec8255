// Element-wise ops: their expression, its program and its truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "array/op.hpp"
#include "ops/map/map_expression.hpp"

namespace lenslet::ops::elementwise {

array::Space space(const array::Problem& problem, const DeviceInfo& device);
ArraySchedule initial(const array::Problem& problem, const DeviceInfo& device);
std::optional<Exclusion> rule(const array::Problem& problem, const DeviceInfo& device, const ArraySchedule& schedule);

array::Run make(const Expression& expression, const array::Problem& problem, const ArraySchedule& schedule,
                const array::Maker& maker);

// The truth: the same tree, of integers exactly, of floats in intervals that hold all that OpenCL allows.
std::optional<std::string> fault(const Expression& expression, const array::Problem& problem,
                                 const std::vector<Array>& in, const std::vector<Array>& out);

// Of so many of the elements as it is quick for.
array::Solved part(const array::Solved& whole, const std::vector<std::int64_t>& doubtful);

std::vector<array::Case> map_cases(int effort);
std::vector<array::Case> fixed_cases(const std::string& op, int effort);  // of an op with x and y

// The parameters' values as the type has them; 0 for one that the op lacks.
Numbers numbers_of(const Expression& expression, const Arguments& arguments);

}  // namespace lenslet::ops::elementwise

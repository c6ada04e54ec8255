// The part of the families of arrays in the contract of ops.
#pragma once

#include "array/op.hpp"
#include "op/problem.hpp"

namespace lenslet::array {

// Throws invalid_argument for inputs or arguments that do not go together.
op::ProblemPtr make_array_problem(const Op& op, Work work);

// Throws invalid_argument for an image.
std::vector<ArrayType> array_types(const std::vector<ValueType>& types);

}  // namespace lenslet::array

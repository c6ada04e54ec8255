// Ops that are described by their inputs, outputs and stages, as the rest of the library sees ops.
#pragma once

#include "op/op.hpp"
#include "op/problem.hpp"

namespace lenslet::op {

// Throws invalid_argument for inputs or arguments that do not go together.
ProblemPtr make_op_problem(OpPtr op, Work work);

}  // namespace lenslet::op

// The problem of an op that is described by its inputs, outputs and stages.
#pragma once

#include "op/op.hpp"
#include "op/problem.hpp"

namespace lenslet::op {

// Throws invalid_argument for inputs or arguments that do not fit together.
ProblemPtr make_op_problem(OpPtr op, Work work);

// Throws invalid_argument for more rows than an output that is counted has room for.
[[noreturn]] void refuse_rows(const Problem& problem, std::size_t output, std::int64_t rows,
                              const std::string& allowed);

// The border of a work: what its options say, else the op's default. Throws invalid_argument, with the borders that the
// op knows, where it does not know this one.
Border check_border(const Op& op, const Work& work);

}  // namespace lenslet::op

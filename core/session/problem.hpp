// The work of a plan for a format, and the problem of a filter.
#pragma once

#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>

#include "op/op.hpp"
#include "stencil/problem.hpp"

#pragma GCC visibility push(default)
namespace lenslet {

// The work of a plan for images of this format. Throws invalid_argument where the plan would be for one size and
// OpOptions::size is absent.
Work work_for_format(const Call& call, PixelFormat format, const OpOptions& options);

// Makes the problem of a filter's plan: a problem of the stencil family.
stencil::Problem problem_of(const Call& call, PixelFormat input, const OpOptions& options);

}  // namespace lenslet
#pragma GCC visibility pop

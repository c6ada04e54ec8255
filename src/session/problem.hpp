// From what a user asks to the problem that a family solves.
#pragma once

#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>

#include "stencil/problem.hpp"

namespace lenslet {

// Throws invalid_argument for an unknown op, argument or value.
stencil::Problem problem_of(const Call& call, PixelFormat input, const FilterOptions& options);

}  // namespace lenslet

// The stencil family's implementation of op::Problem: one image in, one or more of the same size out.
#pragma once

#include "op/problem.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

// The work's only input is an image.
op::ProblemPtr make_image_problem(Work work, Problem problem);

}  // namespace lenslet::stencil

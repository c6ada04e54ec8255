// Filters of images with alpha that weight colours by it, so that transparent pixels take no part.
#pragma once

#include <memory>

#include "ops/filter.hpp"

namespace lenslet::ops {

double sum_of_taps(const stencil::Mask& mask);

// Whether the alpha of the work's image weights its colours. Throws invalid_argument, with the reason, if the call asks
// for it and the filter cannot do it.
bool weighs_colours(const op::Op& op, const Work& work, const stencil::Problem& problem);

// The same filter between an op that weights colours and one that divides them by the filtered weights. `problem` is
// the filter's problem without weights.
op::ProblemPtr weighted_problem(const op::OpPtr& op, const Work& work, const stencil::Problem& problem);

}  // namespace lenslet::ops

// Filters of images with alpha whose colours are weighted by it, so that transparent pixels have no part in them.
#pragma once

#include <memory>

#include "ops/filter.hpp"

namespace lenslet::ops {

double sum_of_taps(const stencil::Mask& mask);

// Whether the work's colours are weighted by alpha. Throws invalid_argument, with the reason, where the call asks for
// what the filter cannot do.
bool weighs_colours(const Filter& filter, const Work& work, const stencil::Problem& problem);

// The same filter between an op that weighs colours and one that divides them by the filtered weights. `problem` is
// what it makes of the image otherwise.
op::ProblemPtr weighted_problem(const op::OpPtr& op, const Work& work, const stencil::Problem& problem);

}  // namespace lenslet::ops

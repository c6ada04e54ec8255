// Filters of images with alpha that weight colours by it, so that transparent pixels take no part.
#pragma once

#include <memory>

#include "ops/filter.hpp"

namespace lenslet::ops {

double sum_of_taps(const stencil::Mask& mask);

// Whether alpha weights the work's colours. Throws invalid_argument, with the reason, if the call asks for it and the
// filter cannot do it.
bool weighs_colours(const Filter& filter, const Work& work, const stencil::Problem& problem);

// Makes a problem of three ops: one weights colours by alpha, the filter follows, and one divides colours by the
// filtered weights. `problem` is the filter's problem without weights.
op::ProblemPtr weighted_problem(const std::shared_ptr<const Filter>& filter, const Work& work,
                                const stencil::Problem& problem);

}  // namespace lenslet::ops

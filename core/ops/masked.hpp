// Ops on images that miss samples. They are pipelines: the op without these samples, and ops that tell which are
// missing.
#pragma once

#include "ops/filter.hpp"

namespace lenslet::ops {

// The problem of a filter's call that leaves missing samples out. Means of pixels are divided by the weights of the
// samples that are there. For masks with negative taps, which compare samples, a missing one counts as the window's
// centre, as in gdaldem. For an extreme it counts as the opposite extreme. Throws invalid_argument for other filters,
// and for a value that a type does not hold.
op::ProblemPtr masked_problem(const op::OpPtr& op, const Work& work);

// The same for a filter that can leave samples out, with a window of more than a pixel.
op::ProblemPtr masked_windows(const op::OpPtr& op, const Work& work, SampleType result);

// The op itself, or a point op that knows missing samples. A sample of a point op's result depends on one place and
// channel: it is missing where an input's sample there is missing.
op::Op masked_points(op::Op op);

}  // namespace lenslet::ops

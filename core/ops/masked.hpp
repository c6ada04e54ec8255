// Ops on images that miss samples: pipelines of the op, without these samples, and of ops that tell which they are.
#pragma once

#include "ops/filter.hpp"

namespace lenslet::ops {

// The problem of a filter's call that leaves missing samples out. Means of pixels are divided by the weights of those
// that are there. Of masks with negative taps, which tell samples apart, a missing one counts as the window's centre,
// as in gdaldem; of an extreme as the other one. Throws invalid_argument for other filters, and for a value that a type
// does not hold.
op::ProblemPtr masked_problem(const op::OpPtr& op, const Work& work);

// Of a filter that can, by a window of more than a pixel.
op::ProblemPtr masked_windows(const op::OpPtr& op, const Work& work, PixelType result);

// The op itself; a point op then knows missing samples where each sample of its result is of one place and channel: it
// misses those that one of its inputs misses.
op::Op masked_points(op::Op op);

}  // namespace lenslet::ops

// Conversions that the functions of points cannot do: from or to types that are not filter_types.
#pragma once

#include "op/op.hpp"

namespace lenslet::ops {

// Tells whether all images are of filter_types, so that the op's function of points converts them.
bool are_filter_types(const op::Instance& problem);

// Returns the same op for all types of samples. `points` converts between filter_types.
op::Op with_any_types(const op::Op& points);

}  // namespace lenslet::ops

// Ops that take the sample of a rank in their window.
#pragma once

#include "ops/filter.hpp"
#include "ops/window_side.hpp"

namespace lenslet::ops {

// Makes the stencil and its reference. The result is the sample of this rank; 0 is the smallest.
stencil::Stencil order_statistic(WindowSides window, int rank);

}  // namespace lenslet::ops

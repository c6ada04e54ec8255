// Ops that take the sample of a rank in their window.
#pragma once

#include "ops/filter.hpp"
#include "ops/window_side.hpp"

namespace lenslet::ops {

// Makes the stencil whose result is the sample of this rank, from 0 for the smallest, with its reference.
stencil::Stencil order_statistic(WindowSides window, int rank);

}  // namespace lenslet::ops

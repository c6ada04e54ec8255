// What decides how fast a stencil problem can be.
#pragma once

#include <cstdint>
#include <string>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// The masks' sides and number of taps, types, channels, border and alpha, but not the taps' values. See
// docs/formats.md.
std::string speed_text(const Problem& problem);

// The bytes for one pixel: each input and output sample once.
std::uint64_t bytes_of(const Problem& problem);

// The operations for one pixel, the fewest that any schedule needs. A mask of rank 1 can be summed along rows and then
// along columns.
double operations_of(const Problem& problem);

}  // namespace lenslet::stencil

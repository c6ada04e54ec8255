// What of a stencil problem decides how fast it can be.
#pragma once

#include <cstdint>
#include <string>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Masks' sides and number of taps, types, channels, border, alpha; not the taps' values. Documented in docs/formats.md.
std::string speed_text(const Problem& problem);

// Of one pixel: each input and output sample once.
std::uint64_t bytes_of(const Problem& problem);

// Of one pixel, the fewest that any schedule needs: a mask of rank 1 can be summed along rows and then along columns.
double operations_of(const Problem& problem);

}  // namespace lenslet::stencil

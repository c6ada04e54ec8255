// Rank-1 masks as products of a row and a column.
#pragma once

#include <optional>
#include <vector>

#include "stencil/stencil.hpp"

namespace lenslet::stencil {

// How far a product's tap may lie from the mask's, as a share of the tap: as far as rounding it to f32 may move it.
inline constexpr double separation_tolerance = 0x1p-24;

// Returns nothing where the mask is not of rank 1 within the tolerance, or where f32 cannot hold a factor. The factors
// of a mask of whole numbers are whole, and their product is exactly the mask. The product is also exact where f32
// holds the mask's sums exactly, for instance with halves and quarters; sums by the factors are then exact, too. Where
// taps are not whole, the magnitudes of the row's taps add up to at most a half. So a row's sum overflows only where a
// sum over the mask would. The product has its zeros where the mask has them.
std::optional<Factors> separate(const Mask& mask);

// The factors of all masks. Empty where a mask has none, or where no mask has both width and height.
std::vector<Factors> separate_all(const std::vector<Mask>& masks);

}  // namespace lenslet::stencil

// Values for verification and timing.
#pragma once

#include <cstdint>

#include <lenslet/value.hpp>

#include "array/fill.hpp"

namespace lenslet::op {

// Sizes of images that any schedule is proved with: one pixel, less than a window, odd ones, longer than a group's row.
inline constexpr Size small_sizes[] = {{1, 1}, {5, 3}, {37, 23}, {301, 41}};

// The same for the same seed, everywhere. Samples of images are filled as elements of arrays are.
HostValue random_value(const ValueType& type, array::Fill fill, std::uint32_t seed);

// The type of elements that samples of images are.
ElementType element_type(PixelType type);

}  // namespace lenslet::op

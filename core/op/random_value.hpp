// Random values for verification and timing.
#pragma once

#include <cstdint>

#include <lenslet/value.hpp>

#include "array/fill.hpp"

namespace lenslet::op {

// Sizes of images with which every schedule is proved: one pixel, smaller than a window, odd, and longer than a group's
// row.
inline constexpr Size small_sizes[] = {{1, 1}, {5, 3}, {37, 23}, {301, 41}};

// The value depends on the seed alone, on every machine. An image's samples are filled like an array's elements.
HostValue random_value(const ValueType& type, array::Fill fill, std::uint32_t seed);

}  // namespace lenslet::op

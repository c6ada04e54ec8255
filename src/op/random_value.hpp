// Values for verification and timing.
#pragma once

#include <cstdint>

#include <lenslet/value.hpp>

#include "array/fill.hpp"

namespace lenslet::op {

// The same for the same seed, everywhere. Samples of images are filled as elements of arrays are.
HostValue random_value(const ValueType& type, array::Fill fill, std::uint32_t seed);

// The type of elements that samples of images are.
ElementType element_type(PixelType type);

}  // namespace lenslet::op

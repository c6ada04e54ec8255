// Edges `pad`: how large the copy with a border is.
#pragma once

#include <cstdint>

#include <lenslet/image.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// For one layer, and images of that size.
std::uint64_t padded_bytes(const Problem& problem, Size size);

}  // namespace lenslet::stencil

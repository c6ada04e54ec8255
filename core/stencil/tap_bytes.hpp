// Coefficients as the bytes that kernels take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "stencil/problem.hpp"
#include "stencil/taps.hpp"

namespace lenslet::stencil {

std::vector<std::byte> bytes_of(const std::vector<double>& values, Accumulator accumulator);

// An array of taps.cl's Tap, which is never empty: kernels get the list's length.
std::vector<std::byte> bytes_of(TapList list, Accumulator accumulator);

std::vector<std::byte> bytes_of(const NetworkList& list);
std::vector<std::byte> bytes_of(const std::vector<std::int32_t>& numbers);

}  // namespace lenslet::stencil

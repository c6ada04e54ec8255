// What kernels divide by: quantisation tables as factors.
#pragma once

#include <cstdint>
#include <vector>

#include "jpeg/quantization.hpp"

namespace lenslet::codec {

// For each table 64 first and 64 second factors and 64 halves, row by row: the rounded quotient is the sum of a
// coefficient's magnitude and the half, times the first factor, shifted to the right by 16 bits, and the same with the
// second factor.
std::vector<std::uint16_t> divisors_of(const std::vector<QuantTable>& tables);

}  // namespace lenslet::codec

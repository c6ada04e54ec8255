// Quantisation tables as factors, by which kernels divide.
#pragma once

#include <cstdint>
#include <vector>

#include "jpeg/quantization.hpp"

namespace lenslet::codec {

// Each table has 64 first factors, 64 second factors and 64 halves, row by row. The rounded quotient is computed in two
// steps: the sum of a coefficient's magnitude and the half, times the first factor, shifted right by 16 bits; then that
// times the second factor, shifted likewise.
std::vector<std::uint16_t> divisors_of(const std::vector<QuantTable>& tables);

}  // namespace lenslet::codec

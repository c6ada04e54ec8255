// What kernels divide by: quantisation tables as factors.
#pragma once

#include <cstdint>
#include <vector>

#include "codec/quantization.hpp"

namespace lenslet::codec {

// For each table 64 reciprocals, 64 shifts and 64 halves, row by row: the rounded quotient is the sum of a
// coefficient's magnitude and the half, times the reciprocal, shifted to the right by 16 bits and then by the shift.
std::vector<std::uint16_t> divisors_of(const std::vector<QuantTable>& tables);

}  // namespace lenslet::codec

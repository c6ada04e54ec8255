// What kernels divide by: quantisation tables as factors.
#pragma once

#include <cstdint>
#include <vector>

#include "codec/quantization.hpp"

namespace lenslet::codec {

// For each table 64 reciprocals, 64 factors of 2^(16 - shift) and 64 halves, row by row: the quotient of a sum of a
// coefficient's magnitude and the half is the high 16 bits of the product with the reciprocal, shifted.
std::vector<std::uint16_t> divisors_of(const std::vector<QuantTable>& tables);

}  // namespace lenslet::codec

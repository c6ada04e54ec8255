// Samples of any type as numbers that hold each of them exactly.
#pragma once

#include <cfloat>
#include <cstddef>

#include <lenslet/sample.hpp>

namespace lenslet::op {

using Exact = long double;  // a double rounds integers of 64 bits
static_assert(LDBL_MANT_DIG >= 64);

Exact exact_at(const std::byte* sample, SampleType type);

// The nearest number that the type holds. Integers round to the nearest even and saturate; NaN becomes 0 in them.
Exact stored(Exact value, SampleType type);

}  // namespace lenslet::op

// Which sums f32 holds exactly: sums of multiples of one power of two that are small enough.
#pragma once

#include <vector>

namespace lenslet::stencil {

double magnitude_of(const std::vector<double>& numbers);  // the sum of their magnitudes

// The greatest power of two that all numbers are multiples of; infinity where all are 0.
double common_unit(const std::vector<double>& numbers);

// Whether f32 adds up multiples of the unit without a rounding, in any order, if their magnitudes add up to no more
// than `magnitude`.
bool is_exact_in_f32(double magnitude, double unit);

}  // namespace lenslet::stencil

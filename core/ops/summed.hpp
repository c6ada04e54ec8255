// Weighted sums of samples in the truth of ops, with bounds of what f32 makes of them.
#pragma once

#include <cmath>

#include "op/image_truth.hpp"

namespace lenslet::ops {

inline constexpr double unit_of_f32 = 0x1p-24;  // half the relative distance of neighbouring f32 numbers

// A sum and the sum of its terms' magnitudes, which bounds its rounding.
struct Summed {
  double value = 0, size = 0;

  void add(double term) {
    value += term;
    size += std::abs(term);
  }
};

// The range of a sum whose rounding is at most its size times `bound`.
inline op::Range range_of(const Summed& sum, double bound) {
  const double off = bound > 0 ? sum.size * bound : 0;  // infinite samples
  return {sum.value - off, sum.value + off};
}

// The range of a colour whose sum was weighted by opacity and that is divided by the sum of opacity; 0 where nothing is
// opaque.
inline op::Range colour_of(const Summed& colour, const Summed& opacity, double bound) {
  const double off = opacity.size * bound;
  if (opacity.value + off <= 0) return {0, 0};
  if (opacity.value - off <= 0) return op::any_value;
  const double value = colour.value / opacity.value;
  const double wide =
      (colour.size * bound + std::abs(value) * off) / (opacity.value - off) + std::abs(value) * 4 * unit_of_f32;
  return {value - wide, value + wide};
}

}  // namespace lenslet::ops

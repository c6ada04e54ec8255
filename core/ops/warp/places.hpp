// Places of the source for the pixels of a result, as whole numbers, so that every device, schedule and part of a
// result has the same ones. The centre of a pixel has whole coordinates: the first pixel's is (0, 0).
#pragma once

#include <array>
#include <cstdint>

#include <lenslet/image.hpp>

#include "ops/outside.hpp"

namespace lenslet::ops {

using Matrix3 = std::array<double, 9>;  // by rows

inline constexpr double max_distance = 1 << 30;  // of a place from the source's first pixel; others count as there

// A place: the pixel to its left and above, and how far right and below of that pixel's centre it lies, by 2^32.
struct Place {
  std::int32_t x = 0, y = 0;
  std::uint32_t right = 0, below = 0;
};

// A matrix as kernels have it. It maps the result's pixels to places.
//
// Affine: the numbers are in steps of 2^-32, so that a place is exact but for the rounding of the matrix. Projective:
// the numbers of x, y and of the divisor have as many bits as fit. The divisor is shifted down by `divisor_shift`, and
// quotients are rounded down to steps of 2^-16.
struct Places {
  bool projective = false;
  std::array<std::int64_t, 9> numbers{};
};

inline constexpr int place_bits = 32, quotient_bits = 16, divisor_shift = 28;

// Throws invalid_argument, in the op's name, for matrices that map a result of this size too far away.
Places places_of(const char* op, const Matrix3& matrix, Size result);

Place place_at(const Places& places, std::int64_t x, std::int64_t y);

// The place that a table names. NaN is far outside.
Place place_of(float x, float y);

// The pixels to the left of or above all places of a region of the result, as far as they lie in the image.
struct PlaceRange {
  Stretch columns, rows;
};
PlaceRange range_of(const Places& places, const Rect& region, Size image);

}  // namespace lenslet::ops

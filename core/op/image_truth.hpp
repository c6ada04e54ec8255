// Compares an op's images with the truth.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include <lenslet/image.hpp>

namespace lenslet::op {

// An interval of the true values that f32 rounding may reach. Both ends are NaN where the truth is NaN.
struct Range {
  double low = 0, high = 0;
};

// For samples that rounding decides: any value is right, also NaN.
inline constexpr Range any_value{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

// The interval of the true values of a sample.
using TrueSample = std::function<Range(std::int64_t x, std::int64_t y, int channel)>;

// Finds the first sample outside its range, after the range's ends are rounded to the image's type. In types without
// NaN a NaN becomes 0.
std::optional<std::string> first_outside(const Image& got, const TrueSample& truth);

}  // namespace lenslet::op

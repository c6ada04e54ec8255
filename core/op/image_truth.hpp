// Comparing images that an op made with the truth.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include <lenslet/image.hpp>

namespace lenslet::op {

// Where a true value lies: rounding in f32 may reach all of it. Both ends are NaN where the value is.
struct Range {
  double low = 0, high = 0;
};

// Where rounding decides: any value is right, NaN too.
inline constexpr Range any_value{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

// The range of a sample.
using TrueSample = std::function<Range(std::int64_t x, std::int64_t y, int channel)>;

// The first sample that is no value of its range once that is rounded to the image's type, in which NaN is 0 where it
// has none.
std::optional<std::string> first_outside(const Image& got, const TrueSample& truth);

}  // namespace lenslet::op

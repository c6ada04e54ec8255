// Comparing images that an op made with the truth.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <lenslet/image.hpp>

namespace lenslet::op {

// Where a true value lies: rounding in f32 may reach all of it.
struct Range {
  double low = 0, high = 0;
};

// The range of a sample.
using TrueSample = std::function<Range(std::int64_t x, std::int64_t y, int channel)>;

// The first sample that is no value of its range once that is rounded to the image's type. A range that begins at NaN
// allows any value.
std::optional<std::string> first_outside(const Image& got, const TrueSample& truth);

}  // namespace lenslet::op

// Compares with the truth. Rounding keeps the order of numbers, so the rounded ends of a range bound the stored value.
#include "op/image_truth.hpp"

#include <cmath>

#include <fmt/format.h>

namespace lenslet::op {
namespace {

bool holds(const Range& range, double value, SampleType type) {
  if (range.low == any_value.low && range.high == any_value.high) return true;
  const double low = store_value(range.low, type), high = store_value(range.high, type);
  if (std::isnan(low) || std::isnan(high)) return std::isnan(value);
  return value >= low && value <= high;
}

}  // namespace

std::optional<std::string> first_outside(const Image& got, const TrueSample& truth) {
  const SampleType type = got.format().type;
  for (std::int64_t y = 0; y < got.height(); ++y)
    for (std::int64_t x = 0; x < got.width(); ++x)
      for (int c = 0; c < got.format().channels; ++c) {
        const Range range = truth(x, y, c);
        const double value = got.at(x, y, c);
        if (holds(range, value, type)) continue;
        return fmt::format("({}, {}) channel {} is {}, not {} to {}", x, y, c, value, store_value(range.low, type),
                           store_value(range.high, type));
      }
  return {};
}

}  // namespace lenslet::op

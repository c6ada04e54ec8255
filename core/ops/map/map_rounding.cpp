// Widens intervals by rounding, overflow and flushed denormals.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/map/map_interval.hpp"

namespace lenslet::ops::elementwise {
namespace {

// Returns the distance of neighbours at this value: an ulp.
long double spacing(long double value, const Format& format) {
  if (!std::isfinite(value)) return 0;
  const int exponent = value == 0 ? format.min_exponent : std::max(std::ilogb(value), format.min_exponent);
  return std::ldexp(1.0L, exponent - (format.digits - 1));
}

// Rounds a lower end. A number beyond the largest one may round to it or to infinity.
long double rounded_low(long double low, const Format& format) {
  if (low < -format.most) return -std::numeric_limits<long double>::infinity();
  return std::isinf(low) ? low : std::min(low, format.most);
}

}  // namespace

Format format_of(SampleType type) {
  if (type == SampleType::f64) return {53, -1022, std::numeric_limits<double>::max(), false};
  if (type == SampleType::f16) return {11, -14, 65504, false};
  return {24, -126, std::numeric_limits<float>::max(), true};
}

Interval read(Interval value, const Format& format) {
  const long double normal = std::ldexp(1.0L, format.min_exponent);
  if (!format.flushes || value.empty()) return value;
  if (value.low > 0 && value.low < normal) value.low = 0;
  if (value.high < 0 && value.high > -normal) value.high = 0;
  return value;
}

Interval rounded(Interval value, double ulps, const Format& format) {
  if (value.empty()) return value;
  if (ulps > 0) {
    value.low = rounded_low(value.low - ulps * spacing(value.low, format), format);
    value.high = -rounded_low(-(value.high + ulps * spacing(value.high, format)), format);
  }
  return read(value, format);
}

}  // namespace lenslet::ops::elementwise

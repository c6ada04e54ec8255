// All that a device may make of an expression of floats: OpenCL bounds each operation's error in ulps, lets devices
// flush f32's denormals, and errors add up. Intervals hold them, also where a comparison or floor() may fall either
// way.
#pragma once

#include "ops/map/map_expression.hpp"

namespace lenslet::ops::elementwise {

// Numbers from `low` to `high`, none where low > high; and NaN, where that may come out.
struct Interval {
  long double low, high;
  bool nan = false;

  bool empty() const { return low > high; }
  bool contains(long double value) const;
};

Interval point(long double value);

// How a type rounds.
struct Format {
  int digits;
  int least_exponent;  // of a normal number
  long double most;
  bool flushes;  // denormals may become 0
};
Format format_of(ElementType type);

// read() holds what a device may read of a stored value, rounded() what may be left of a result of so many ulps' error.
Interval read(Interval value, const Format& format);
Interval rounded(Interval value, double ulps, const Format& format);

// Applies the exact operation to all numbers of the operands.
Interval applied(Operation operation, const Interval* operands);

}  // namespace lenslet::ops::elementwise

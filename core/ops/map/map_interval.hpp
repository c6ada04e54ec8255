// All results that a device may compute for an expression of floats. OpenCL bounds each operation's error in ulps and
// lets devices flush f32's denormals, and errors add up. Intervals hold these results, even where a comparison or
// floor() may go either way.
#pragma once

#include "ops/map/map_expression.hpp"

namespace lenslet::ops::elementwise {

// The numbers from `low` to `high`; none where low > high. With `nan` the result may also be NaN.
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
  int min_exponent;  // of a normal number
  long double most;
  bool flushes;  // denormals may become 0
};
Format format_of(SampleType type);

// read() holds what a device may read for a stored value. rounded() holds what a result may become with such an error
// in ulps.
Interval read(Interval value, const Format& format);
Interval rounded(Interval value, double ulps, const Format& format);

// Applies the exact operation to all numbers of the operands.
Interval applied(Operation operation, const Interval* operands);

}  // namespace lenslet::ops::elementwise

// Levels that are stretched over the range of a type.
#pragma once

#include <lenslet/pixel.hpp>

#include "op/image_truth.hpp"

namespace lenslet::ops {

// What becomes 0 and white, as kernels have them.
class LevelRange {
 public:
  LevelRange(double low, double high, SampleType type);

  double low() const { return low_; }
  double high() const { return high_; }
  double scale() const { return scale_; }  // white / (high - low)

  // The interval of the true result for a sample.
  op::Range at(double sample) const;

 private:
  double low_, high_, white_, scale_;
};

}  // namespace lenslet::ops

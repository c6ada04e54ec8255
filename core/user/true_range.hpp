// What a result may be where a reference says that it is a value.
#pragma once

#include <algorithm>
#include <cmath>

#include "op/image_truth.hpp"
#include "user/head.hpp"

namespace lenslet::user {

// Functions compute in f32, and so have the value's nearest float at best: a half that lies in the middle of two shows
// it. Beyond that results may be as far away as the head says.
inline op::Range true_range(const Head& head, PixelType type, double value) {
  const double nearest = static_cast<float>(value);
  const double share = head.tolerance * std::max(max_value(type), std::abs(value));
  return {nearest - share, nearest + share};
}

}  // namespace lenslet::user

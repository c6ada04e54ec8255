// The interval of right results where a reference gives a value.
#pragma once

#include <algorithm>
#include <cmath>

#include "op/image_truth.hpp"
#include "user/head.hpp"

namespace lenslet::user {

// Functions compute in f32, so at best they give the float nearest to the value. Results may be farther away by the
// tolerance in the head.
inline op::Range true_range(const Head& head, SampleType type, double value) {
  const double nearest = static_cast<float>(value);
  const double share = head.tolerance * std::max(max_value(type), std::abs(value));
  return {nearest - share, nearest + share};
}

}  // namespace lenslet::user

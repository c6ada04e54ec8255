// The lesser of two images' samples.
#include <algorithm>
#include <cmath>

#include "ops/pair.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_min() {
  return {.name = "min",
          .summary = "The lesser of two images' samples.",
          .details =
              "min(a, b). Both have one size and format. Equals OpenCV's min, and NumPy's minimum: a NaN wins. Of "
              "alpha channels the first is kept.",
          .parameters = {},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}, point::all_types())};
}

}  // namespace

op::Op min() {
  return pair_op(describe_min(), [](auto a, auto b) { return std::isnan(b) ? b : std::min(a, b); });
}

}  // namespace lenslet::ops

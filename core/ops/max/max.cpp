// The greater of two images' samples.
#include <algorithm>
#include <cmath>

#include "ops/pair.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_max() {
  return {.name = "max",
          .summary = "The greater of two images' samples.",
          .details =
              "max(a, b). Both have one size and format. Equals OpenCV's max, and NumPy's maximum: a NaN wins. Of "
              "alpha channels the first is kept.",
          .parameters = {},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}, point::all_types())};
}

}  // namespace

op::Op max() {
  return pair_op(describe_max(), [](auto a, auto b) { return std::isnan(b) ? b : std::max(a, b); });
}

}  // namespace lenslet::ops

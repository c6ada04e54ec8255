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
          .inputs = point::images({"a", "b"})};
}

point::Function make_min(const Arguments&, const std::vector<PixelFormat>& formats) {
  return of_pair("min", formats, [](double a, double b) { return std::isnan(b) ? b : std::min(a, b); });
}

}  // namespace

op::Op min() {
  return point::PointOp{.info = describe_min(), .make = make_min};
}

}  // namespace lenslet::ops

// The sum of two images.
#include <algorithm>
#include <cmath>

#include "ops/pair.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_add() {
  return {.name = "add",
          .summary = "The sum of two images.",
          .details =
              "a + b; sums of u8 and u16 saturate. Both have one size and format. Equals OpenCV's add. Of alpha "
              "channels the first is kept.",
          .parameters = {},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}),
          .synonyms = {"plus", "imadd"}};
}

point::Function make_add(const Arguments&, const std::vector<PixelFormat>& formats) {
  return of_pair("add", formats, [](double a, double b) { return a + b; });
}

}  // namespace

op::Op add() {
  return point::PointOp{.info = describe_add(), .make = make_add};
}

}  // namespace lenslet::ops

// One image minus another.
#include <algorithm>
#include <cmath>

#include "ops/pair.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_subtract() {
  return {.name = "subtract",
          .summary = "One image less another.",
          .details =
              "a - b; differences of u8 and u16 that are negative become 0. Both have one size and format. Equals "
              "OpenCV's subtract. Of alpha channels the first is kept.",
          .parameters = {},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}),
          .synonyms = {"sub", "minus", "imsubtract"},
          .recipes = {{{"morphologicalgradient", "morphgradient"}, "in a; d = dilate a; e = erode a; subtract d e"},
                      {{"differenceofgaussians", "dog"},
                       "in a; l = gaussian a sigma=1; h = gaussian a sigma=1.6; subtract l h"}}};
}

point::Function make_subtract(const Arguments&, const std::vector<PixelFormat>& formats) {
  return of_pair("subtract", formats, [](double a, double b) { return a - b; });
}

}  // namespace

op::Op subtract() {
  return point::PointOp{.info = describe_subtract(), .make = make_subtract};
}

}  // namespace lenslet::ops

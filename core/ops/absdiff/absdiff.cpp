// How far two images are apart.
#include <algorithm>
#include <cmath>

#include "ops/pair.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_absdiff() {
  return {.name = "absdiff",
          .summary = "How far two images are apart.",
          .details =
              "|a - b|. Both have one size and format. Equals OpenCV's absdiff. Of alpha channels the first is kept.",
          .parameters = {},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}),
          .synonyms = {"difference", "imabsdiff"}};
}

point::Function make_absdiff(const Arguments&, const std::vector<PixelFormat>& formats) {
  return of_pair("absdiff", formats, [](double a, double b) { return std::abs(a - b); });
}

}  // namespace

op::Op absdiff() {
  return point::PointOp{.info = describe_absdiff(), .make = make_absdiff};
}

}  // namespace lenslet::ops

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
              "a + b; sums of integers saturate. Both have one size and format. Equals OpenCV's add. Of alpha "
              "channels the first is kept.",
          .parameters = {},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}, point::all_types()),
          .synonyms = {"plus", "imadd"}};
}

}  // namespace

op::Op add() {
  return pair_op(describe_add(), [](auto a, auto b) { return a + b; });
}

}  // namespace lenslet::ops

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
              "a - b; differences of integers saturate, so those of u8, u16, u32 and u64 that are negative become 0. "
              "Both have one size and format. Equals "
              "OpenCV's subtract. Of alpha channels the first is kept.",
          .parameters = {},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}, point::all_types()),
          .synonyms = {"sub", "minus", "imsubtract"},
          .recipes = {{{"morphologicalgradient", "morphgradient"}, "in a; d = dilate a; e = erode a; subtract d e"},
                      {{"differenceofgaussians", "dog"},
                       "in a; l = gaussian a sigma=1; h = gaussian a sigma=1.6; subtract l h"}}};
}

}  // namespace

op::Op subtract() {
  return pair_op(describe_subtract(), [](auto a, auto b) { return a - b; });
}

}  // namespace lenslet::ops

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
              "|a - b|; integers saturate. Both have one size and format. Equals OpenCV's absdiff. Of alpha channels "
              "the first is kept.",
          .parameters = {},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}, point::all_types()),
          .synonyms = {"difference", "imabsdiff"}};
}

}  // namespace

op::Op absdiff() {
  return pair_op(describe_absdiff(), [](auto a, auto b) { return std::abs(a - b); });
}

}  // namespace lenslet::ops

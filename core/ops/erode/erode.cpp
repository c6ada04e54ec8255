// Grey-scale erosion.
#include "ops/extreme.hpp"

namespace lenslet::ops {

op::Op erode() {
  op::Op op = extreme_filter(
      stencil::Extreme::least, "erode", "Least sample under a structuring element: bright regions shrink.",
      "out(x, y) = min of in(x + i, y + j) over the element's pixels (i, j), from its centre on; exact for every type. "
      "Equals OpenCV's erode, where the border is one of both, and SciPy's minimum_filter.");
  op.info.synonyms = {"erosion", "imerode", "minfilter", "minimumfilter"};
  op.info.nearest_to = {"thin"};
  return op;
}

}  // namespace lenslet::ops

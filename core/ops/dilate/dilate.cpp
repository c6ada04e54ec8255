// Grey-scale dilation.
#include "ops/extreme.hpp"

namespace lenslet::ops {

op::Op dilate() {
  op::Op op = extreme_filter(
      stencil::Extreme::greatest, "dilate", "Largest sample under a structuring element: bright regions grow.",
      "out(x, y) = max of in(x + i, y + j) over the element's pixels (i, j), from its centre on; exact for every type. "
      "Equals OpenCV's dilate, where the border is one of both, and SciPy's maximum_filter.");
  op.info.synonyms = {"dilation", "imdilate", "maxfilter", "maximumfilter"};
  op.info.nearest_to = {"morphology", "morphologyex"};
  return op;
}

}  // namespace lenslet::ops

// Grey-scale dilation.
#include "ops/extreme.hpp"

namespace lenslet::ops {

Filter dilate() {
  return extreme_filter(
      stencil::Extreme::greatest, "dilate", "Largest sample of the window: bright regions grow.",
      "out = max of the ksize x ksize_y samples, exact for every type. A window with a NaN gives any of its samples. "
      "Equals OpenCV's dilate with a rectangle, where the border is one of both, and SciPy's maximum_filter.");
}

}  // namespace lenslet::ops

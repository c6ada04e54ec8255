// Grey-scale erosion.
#include "ops/extreme.hpp"

namespace lenslet::ops {

Filter erode() {
  return extreme_filter(
      stencil::Extreme::least, "erode", "Least sample of the window: bright regions shrink.",
      "out = min of the ksize x ksize_y samples, exact for every type. A window with a NaN gives any of its samples. "
      "Equals OpenCV's erode with a rectangle, where the border is one of both, and SciPy's minimum_filter.");
}

}  // namespace lenslet::ops

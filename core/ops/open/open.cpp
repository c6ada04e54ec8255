// Grey-scale opening.
#include "ops/morphology.hpp"

namespace lenslet::ops {

op::Op open() {
  OpInfo info;
  info.name = "open";
  info.summary = "What is bright and smaller than the structuring element is taken away.";
  info.details =
      "An erosion, then a dilation by the same element. Equals OpenCV's morphologyEx with MORPH_OPEN where the border "
      "is one of both.";
  info.synonyms = {"opening", "imopen"};
  return of_extremes(std::move(info), "erode | dilate");
}

}  // namespace lenslet::ops

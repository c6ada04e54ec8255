// Grey-scale closing.
#include "ops/morphology.hpp"

namespace lenslet::ops {

op::Op close() {
  OpInfo info;
  info.name = "close";
  info.summary = "What is dark and smaller than the structuring element is filled.";
  info.details =
      "A dilation, then an erosion by the same element. Equals OpenCV's morphologyEx with MORPH_CLOSE where the border "
      "is one of both.";
  info.synonyms = {"closing", "imclose"};
  return of_extremes(std::move(info), "dilate | erode");
}

}  // namespace lenslet::ops

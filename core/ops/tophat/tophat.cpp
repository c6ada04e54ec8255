// The image less its opening.
#include "ops/morphology.hpp"

namespace lenslet::ops {

op::Op tophat() {
  OpInfo info;
  info.name = "tophat";
  info.summary = "What is bright and smaller than the structuring element, on any background.";
  info.details =
      "The image less its opening: an erosion, a dilation by the same element, and a difference. Equals OpenCV's "
      "morphologyEx with MORPH_TOPHAT where the border is one of both, and scikit-image's white_tophat for elements "
      "that are symmetric about their centre. The border 'discard' is refused. Alpha stays.";
  info.synonyms = {"whitetophat", "imtophat"};
  info.nearest_to = {"rollingball", "subtractbackground"};
  return of_extremes(std::move(info), "in image; erode image | dilate | subtract image _");
}

}  // namespace lenslet::ops

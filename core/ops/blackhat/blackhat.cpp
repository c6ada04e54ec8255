// The closing less the image.
#include "ops/morphology.hpp"

namespace lenslet::ops {

op::Op blackhat() {
  OpInfo info;
  info.name = "blackhat";
  info.summary = "What is dark and smaller than the structuring element, on any background.";
  info.details =
      "The closing less the image: a dilation, an erosion by the same element, and a difference. Equals OpenCV's "
      "morphologyEx with MORPH_BLACKHAT where the border is one of both, and scikit-image's black_tophat for elements "
      "that are symmetric about their centre. The border 'discard' is refused. Alpha stays.";
  info.synonyms = {"blacktophat", "bottomhat", "imbothat"};
  return of_extremes(std::move(info), "in image; dilate image | erode | subtract _ image");
}

}  // namespace lenslet::ops

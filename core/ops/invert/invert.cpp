// The negative of an image.
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_invert() {
  return {.name = "invert",
          .summary = "The negative: white less the sample.",
          .details =
              "White is 255 (u8), 65535 (u16) or 1 (f16, f32). Equals OpenCV's bitwise_not and scikit-image's "
              "util.invert. An alpha channel is kept.",
          .parameters = {},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same}},
          .synonyms = {"negative", "negate", "inverse", "complement"}};
}

point::Function make_invert(const Arguments&, const std::vector<PixelFormat>& formats) {
  const double white = max_value(formats.front().type);
  return {.file = "invert.cl",
          .name = "invert_sample",
          .arithmetic = point::Arithmetic::native,
          .numbers = {white},
          .outputs = formats,
          .reference = [white](std::span<const double> in, std::span<op::Range> out) {
            out[0] = point::exactly(static_cast<float>(white - in[0]));
          }};
}

}  // namespace

op::Op invert() {
  return point::PointOp{.info = describe_invert(), .make = make_invert};
}

}  // namespace lenslet::ops

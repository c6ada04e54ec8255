// Undoes the curve of sRGB.
#include "ops/srgb.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_srgb_to_linear() {
  return {.name = "srgb_to_linear",
          .summary = "Samples of sRGB as linear light.",
          .details =
              "in / 12.92 up to 0.04045, else ((in + 0.055) / 1.055)^2.4. White is 1, and what is negative counts as "
              "0. u8 and u16 are exact: they are looked up in a table. Equals the curve of IEC 61966-2-1. An alpha "
              "channel is kept.",
          .parameters = {},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same}},
          .synonyms = {"rgb2lin", "linearize"}};
}

point::Function make_srgb_to_linear(const Arguments&, const std::vector<PixelFormat>& formats) {
  return through_srgb_curve("srgb_to_linear", light_of_srgb, formats);
}

}  // namespace

op::Op srgb_to_linear() {
  return point::PointOp{.info = describe_srgb_to_linear(), .make = make_srgb_to_linear, .peak = 2};
}

}  // namespace lenslet::ops

// Applies the curve of sRGB.
#include "ops/srgb.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_linear_to_srgb() {
  return {.name = "linear_to_srgb",
          .summary = "Linear light as samples of sRGB.",
          .details =
              "in * 12.92 up to 0.0031308, else 1.055 in^(1/2.4) - 0.055. White is 1, and what is negative counts as "
              "0. u8 and u16 are exact: they are looked up in a table. Equals the curve of IEC 61966-2-1. An alpha "
              "channel is kept.",
          .parameters = {},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same}},
          .synonyms = {"lin2rgb"}};
}

point::Function make_linear_to_srgb(const Arguments&, const std::vector<PixelFormat>& formats) {
  return through_srgb_curve("linear_to_srgb", srgb_of_light, formats);
}

}  // namespace

op::Op linear_to_srgb() {
  return point::PointOp{.info = describe_linear_to_srgb(), .make = make_linear_to_srgb, .peak = 2};
}

}  // namespace lenslet::ops

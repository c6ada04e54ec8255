// Colours from luma and differences.
#include <cmath>

#include "ops/colours.hpp"

namespace lenslet::ops {
namespace {

constexpr char ycrcb_to_rgb_details[] =
    "red = Y + 1.403 (Cr - d), green = Y - 0.714 (Cr - d) - 0.344 (Cb - d), blue = Y + 1.773 (Cb - d), where d is 128 "
    "(u8), 32768 (u16) or 0.5. Equals OpenCV's cvtColor with COLOR_YCrCb2RGB, but for u8 and u16 within 1, since "
    "OpenCV sums in fixed point. An alpha channel is kept.";

point::Function make_ycrcb_to_rgb(const Arguments&, const std::vector<PixelFormat>& formats) {
  const SampleType type = formats.front().type;
  const double middle = is_integer(type) ? (max_value(type) + 1) / 2 : 0.5;
  return of_pixel("ycrcb_to_rgb", formats.front(), {middle},
                  [middle](std::span<const double> in, std::span<op::Range> out) {
                    constexpr int roundings = 8;
                    const double red = in[1] - middle, blue = in[2] - middle;
                    const double luma = std::abs(in[0]) + middle, reds = 2 * std::abs(red), blues = 2 * std::abs(blue);
                    out[0] = point::within(in[0] + 1.403 * red, luma + reds, roundings);
                    out[1] = point::within(in[0] - 0.714 * red - 0.344 * blue, luma + reds + blues, roundings);
                    out[2] = point::within(in[0] + 1.773 * blue, luma + blues, roundings);
                  });
}

}  // namespace

op::Op ycrcb_to_rgb() {
  return point::PointOp{.info = describe_colours("ycrcb_to_rgb", "Luma and two differences as red, green and blue.",
                                                 ycrcb_to_rgb_details),
                        .make = make_ycrcb_to_rgb,
                        .samples = point::of_colours({std::begin(filter_types), std::end(filter_types)}),
                        .peak = 2};
}

}  // namespace lenslet::ops

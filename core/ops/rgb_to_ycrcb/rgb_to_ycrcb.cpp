// Luma and differences from colours.
#include <cmath>

#include "ops/colours.hpp"

namespace lenslet::ops {
namespace {

constexpr char rgb_to_ycrcb_details[] =
    "Y = 0.299 red + 0.587 green + 0.114 blue, Cr = 0.713 (red - Y) + d, Cb = 0.564 (blue - Y) + d, where d is 128 "
    "(u8), 32768 (u16) or 0.5. Equals OpenCV's cvtColor with COLOR_RGB2YCrCb, but for u8 and u16 within 1, since "
    "OpenCV sums in fixed point. An alpha channel is kept.";

point::Function make_rgb_to_ycrcb(const Arguments&, const std::vector<PixelFormat>& formats) {
  const SampleType type = formats.front().type;
  const double middle = is_integer(type) ? (max_value(type) + 1) / 2 : 0.5;
  return of_pixel("rgb_to_ycrcb", formats.front(), {middle},
                  [middle](std::span<const double> in, std::span<op::Range> out) {
                    constexpr int roundings = 8;
                    const double luma = 0.299 * in[0] + 0.587 * in[1] + 0.114 * in[2];
                    const double magnitude = std::abs(in[0]) + std::abs(in[1]) + std::abs(in[2]) + middle;
                    out[0] = point::within(luma, magnitude, roundings);
                    out[1] = point::within((in[0] - luma) * 0.713 + middle, magnitude, roundings);
                    out[2] = point::within((in[2] - luma) * 0.564 + middle, magnitude, roundings);
                  });
}

}  // namespace

op::Op rgb_to_ycrcb() {
  return point::PointOp{.info = describe_colours("rgb_to_ycrcb", "Red, green and blue as luma and two differences.",
                                                 rgb_to_ycrcb_details),
                        .make = make_rgb_to_ycrcb,
                        .samples = point::of_colours({std::begin(filter_types), std::end(filter_types)}),
                        .peak = 2};
}

}  // namespace lenslet::ops

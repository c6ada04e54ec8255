// Hue, saturation and value of colours.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/colours.hpp"

namespace lenslet::ops {
namespace {

const std::vector<SampleType> rgb_to_hsv_types{SampleType::u8, SampleType::f16, SampleType::f32};

constexpr char rgb_to_hsv_details[] =
    "V is the greatest of red, green and blue, S = (V - least) / V, and H the angle: 60 (green - blue) / (V - least) "
    "where red is greatest, 120 + 60 (blue - red) / (V - least) where green is, 240 + 60 (red - green) / (V - least) "
    "where blue is; a negative one is taken from 360. f16 and f32, from 0 to 1, have H in degrees; u8 has H / 2, from "
    "0 to 179, and 255 S. Equals OpenCV's cvtColor with COLOR_RGB2HSV, but for u8 within 1, since OpenCV divides in "
    "fixed point. An alpha channel is kept.";

struct Scales {
  double circle, pure, last;
};

void rgb_to_hsv_reference(const Scales& scales, std::span<const double> in, std::span<op::Range> out) {
  constexpr int roundings = 12;
  if (std::ranges::any_of(in.first(3), [](double v) { return std::isnan(v); })) {
    std::ranges::fill(out.first(3), point::exactly(std::numeric_limits<double>::quiet_NaN()));
    return;
  }
  const double most = std::max({in[0], in[1], in[2]}), range = most - std::min({in[0], in[1], in[2]});
  const bool red = in[0] == most, green = in[1] == most;
  const double difference = red ? in[1] - in[2] : green ? in[2] - in[0] : in[0] - in[1];
  const double turn = (red ? 0 : green ? 2 : 4) + difference / (range == 0 ? 1 : range);
  const double hue = (turn < 0 ? turn + 6 : turn) * scales.circle / 6;
  out[0] = point::within(hue, scales.circle, roundings);
  if (out[0].high >= scales.last) out[0] = point::exactly(0);
  if (std::abs(hue - scales.last) < 1e-3) out[0] = op::any_value;  // both ends of the circle are right
  const double saturation = most == 0 ? 0 : range * scales.pure / most;
  out[1] = point::within(saturation, saturation, roundings);
  out[2] = point::exactly(most);
}

point::Function make_rgb_to_hsv(const Arguments&, const std::vector<PixelFormat>& formats) {
  const bool whole = is_integer(formats.front().type);
  const Scales scales = whole ? Scales{180, 255, 179.5} : Scales{360, 1, 360};
  return of_pixel(
      "rgb_to_hsv", formats.front(), {scales.circle, scales.pure, scales.last},
      [scales](std::span<const double> in, std::span<op::Range> out) { rgb_to_hsv_reference(scales, in, out); });
}

}  // namespace

op::Op rgb_to_hsv() {
  return point::PointOp{.info = describe_colours("rgb_to_hsv", "Red, green and blue as hue, saturation and value.",
                                                 rgb_to_hsv_details, rgb_to_hsv_types),
                        .make = make_rgb_to_hsv,
                        .samples = point::of_colours(rgb_to_hsv_types),
                        .peak = 1};
}

}  // namespace lenslet::ops

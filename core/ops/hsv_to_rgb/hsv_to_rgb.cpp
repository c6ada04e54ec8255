// Colours from hue, saturation and value.
#include <algorithm>
#include <cmath>

#include "ops/colours.hpp"

namespace lenslet::ops {
namespace {

const std::vector<SampleType> hsv_to_rgb_types{SampleType::u8, SampleType::f16, SampleType::f32};

constexpr char hsv_to_rgb_details[] =
    "A channel is V - V S max(0, min(k, 4 - k, 1)), where k is H / 60 + 5 (red), 3 (green) or 1 (blue), modulo 6. f16 "
    "and f32 have H in degrees, S from 0 to 1; u8 has H / 2 and 255 S. Equals OpenCV's cvtColor with COLOR_HSV2RGB, "
    "but for u8 within 1, since OpenCV rounds on the way. An alpha channel is kept.";

constexpr double whole_turn = 6;

// The rounding of the turn moves a channel as much as it moves the hue.
op::Range channel(std::span<const double> in, double circle, double pure, double ahead) {
  constexpr int roundings = 8;
  const double turn = in[0] * whole_turn / circle + ahead, place = turn - whole_turn * std::floor(turn / whole_turn);
  const double dark = std::clamp(std::min(place, 4 - place), 0.0, 1.0), most = std::abs(in[2] * in[1] / pure);
  const double magnitude = std::abs(in[2]) + most * (1 + std::abs(turn));
  return point::within(in[2] - in[2] * (in[1] / pure) * dark, magnitude, roundings);
}

point::Function make_hsv_to_rgb(const Arguments&, const std::vector<PixelFormat>& formats) {
  const bool whole = is_integer(formats.front().type);
  const double circle = whole ? 180 : 360, pure = whole ? 255 : 1;
  return of_pixel("hsv_to_rgb", formats.front(), {circle, pure},
                  [=](std::span<const double> in, std::span<op::Range> out) {
                    for (std::size_t c = 0; c < 3; ++c)
                      out[c] = channel(in, circle, pure, 5 - 2 * static_cast<double>(c));
                  });
}

}  // namespace

op::Op hsv_to_rgb() {
  return point::PointOp{.info = describe_colours("hsv_to_rgb", "Hue, saturation and value as red, green and blue.",
                                                 hsv_to_rgb_details, hsv_to_rgb_types),
                        .make = make_hsv_to_rgb,
                        .samples = point::of_colours(hsv_to_rgb_types),
                        .peak = 3};
}

}  // namespace lenslet::ops

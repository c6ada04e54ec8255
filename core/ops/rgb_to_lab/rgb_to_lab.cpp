// CIE L*a*b* of colours.
#include "ops/lab.hpp"

#include <algorithm>
#include <cmath>

#include "ops/colours.hpp"
#include "ops/srgb.hpp"

namespace lenslet::ops {
namespace {

const std::vector<SampleType> rgb_to_lab_types{SampleType::u8, SampleType::f16, SampleType::f32};

constexpr char rgb_to_lab_details[] =
    "CIE L*a*b* of sRGB samples under the white of D65: sRGB's curve undone, then XYZ, then L* = 116 f(Y) - 16, a* = "
    "500 (f(X) - f(Y)), b* = 200 (f(Y) - f(Z)), where f is the third root. f16 and f32, from 0 to 1, have L* from 0 "
    "to 100; u8 has 2.55 L*, a* + 128 and b* + 128. Equals scikit-image's rgb2lab, and OpenCV's cvtColor with "
    "COLOR_RGB2Lab but for its tables, which make it differ by up to 2 (u8). An alpha channel is kept.";

double root_of(double v) {
  return v > min_light ? std::cbrt(v) : v * slope + offset;
}

// The roundings include a power and a root, which may each be off by several units in the last place.
void rgb_to_lab_reference(const LabScale& scale, std::span<const double> in, std::span<op::Range> out) {
  constexpr int roundings = 60;
  double roots[3], most = 1;
  for (int row = 0; row < 3; ++row) {
    double light = 0;
    for (std::size_t c = 0; c < 3; ++c) light += xyz_of_rgb[row][c] * light_of_srgb(in[c] / scale.white);
    roots[row] = root_of(light);
    most = std::max(most, roots[row]);
  }
  const auto [x, y, z] = roots;
  out[0] = point::within((116 * y - 16) * scale.light, (116 * most + 16) * scale.light, roundings);
  out[1] = point::within(500 * (x - y) + scale.middle, 500 * most, roundings);
  out[2] = point::within(200 * (y - z) + scale.middle, 200 * most, roundings);
}

point::Function make_rgb_to_lab(const Arguments&, const std::vector<PixelFormat>& formats) {
  const LabScale scale = lab_scale(formats.front().type);
  return of_pixel(
      "rgb_to_lab", formats.front(), {scale.white, scale.light, scale.middle},
      [scale](std::span<const double> in, std::span<op::Range> out) { rgb_to_lab_reference(scale, in, out); },
      srgb_curves);
}

}  // namespace

op::Op rgb_to_lab() {
  return point::PointOp{
      .info = describe_colours("rgb_to_lab", "sRGB as CIE L*a*b*.", rgb_to_lab_details, rgb_to_lab_types),
      .make = make_rgb_to_lab,
      .samples = point::of_colours(rgb_to_lab_types),
      .peak = 1};
}

}  // namespace lenslet::ops

// Colours from CIE L*a*b*.
#include <algorithm>
#include <cmath>

#include "ops/colours.hpp"
#include "ops/lab.hpp"
#include "ops/srgb.hpp"

namespace lenslet::ops {
namespace {

const std::vector<SampleType> lab_to_rgb_types{SampleType::u8, SampleType::f16, SampleType::f32};

constexpr char lab_to_rgb_details[] =
    "sRGB samples of CIE L*a*b* under the white of D65, the inverse of rgb_to_lab; light that is negative counts as "
    "0. f16 and f32 give samples from 0 to 1 of L* from 0 to 100; u8 has 2.55 L*, a* + 128 and b* + 128. Equals "
    "OpenCV's cvtColor with COLOR_Lab2RGB, but for u8 within 2, since OpenCV rounds on the way; floats are not "
    "clipped at 1. An alpha channel is kept.";

double cube_of(double root) {
  return root > min_root ? root * root * root : (root - offset) / slope;
}

// The curve keeps the order of numbers, so the ends of the light's range become the ends of the sample's.
op::Range through_curve(const op::Range& light, double white) {
  constexpr int roundings = 40;
  const double low = srgb_of_light(light.low) * white, high = srgb_of_light(light.high) * white;
  return {point::within(low, low + white / 16, roundings).low, point::within(high, high + white / 16, roundings).high};
}

void lab_to_rgb_reference(const LabScale& scale, std::span<const double> in, std::span<op::Range> out) {
  constexpr int roundings = 24;
  const double root = (in[0] / scale.light + 16) / 116;
  const double roots[3] = {root + (in[1] - scale.middle) / 500, root, root - (in[2] - scale.middle) / 200};
  for (std::size_t c = 0; c < 3; ++c) {
    double light = 0, magnitude = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double size = std::abs(root) + std::abs(roots[k]) + offset + scale.middle / 200;
      light += rgb_of_xyz[c][k] * cube_of(roots[k]);
      magnitude += std::abs(rgb_of_xyz[c][k]) * std::max(size * size * size, size);
    }
    out[c] = through_curve(point::within(light, magnitude, roundings), scale.white);
  }
}

point::Function make_lab_to_rgb(const Arguments&, const std::vector<PixelFormat>& formats) {
  const LabScale scale = lab_scale(formats.front().type);
  return of_pixel(
      "lab_to_rgb", formats.front(), {scale.white, scale.light, scale.middle},
      [scale](std::span<const double> in, std::span<op::Range> out) { lab_to_rgb_reference(scale, in, out); },
      srgb_curves);
}

}  // namespace

op::Op lab_to_rgb() {
  return point::PointOp{
      .info = describe_colours("lab_to_rgb", "CIE L*a*b* as sRGB.", lab_to_rgb_details, lab_to_rgb_types),
      .make = make_lab_to_rgb,
      .samples = point::of_colours(lab_to_rgb_types)};
}

}  // namespace lenslet::ops

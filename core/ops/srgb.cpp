// The curve of sRGB, its inverse, and the two ops that apply them.
#include "ops/srgb.hpp"

#include <algorithm>
#include <cmath>

#include "point/point_op.hpp"

namespace lenslet::ops {

double light_of_srgb(double sample) {
  const double v = std::max(sample, 0.0);
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

double srgb_of_light(double light) {
  const double v = std::max(light, 0.0);
  return v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
}

// OpenCL's pow() may be off by 16 units in the last place.
point::Function through_srgb_curve(const std::string& name, double (*curve)(double),
                                   const std::vector<PixelFormat>& formats) {
  constexpr int roundings = 80;
  const double white = max_value(formats.front().type);
  return {
      .file = name + ".cl",
      .uses = srgb_curves,
      .name = name + "_sample",
      .outputs = formats,
      .reference = [curve](std::span<const double> in,
                           std::span<op::Range> out) { out[0] = point::within(curve(in[0]), curve(in[0]), roundings); },
      .curve = [white, curve](double v) { return white * curve(v / white); }};
}

}  // namespace lenslet::ops

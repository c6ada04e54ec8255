// Undoes the curve of sRGB.
#include <algorithm>
#include <cmath>

#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe() {
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

double curve_of(double v) {
  v = std::max(v, 0.0);
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

// OpenCL's pow() may be off by 16 units in the last place.
point::Function make(const Arguments&, const std::vector<PixelFormat>& formats) {
  constexpr int roundings = 80;
  const double white = max_value(formats.front().type);
  return {.file = "srgb_to_linear.cl",
          .name = "srgb_to_linear_sample",
          .outputs = formats,
          .reference =
              [](std::span<const double> in, std::span<op::Range> out) {
                out[0] = point::within(curve_of(in[0]), curve_of(in[0]), roundings);
              },
          .curve = [white](double v) { return white * curve_of(v / white); }};
}

}  // namespace

point::PointOp srgb_to_linear() {
  return {.info = describe(), .make = make, .peak = 2};
}

}  // namespace lenslet::ops

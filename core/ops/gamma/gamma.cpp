// A power of the samples.
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_gamma() {
  return {.name = "gamma",
          .summary = "A power of the samples: below 1 brightens, above 1 darkens.",
          .details =
              "out = gain * in^gamma, where white is 1; what is negative counts as 0. u8 and u16 are exact: they are "
              "looked up in a table. Equals scikit-image's exposure.adjust_gamma. An alpha channel is kept.",
          .parameters = {{.name = "gamma",
                          .summary = "The exponent.",
                          .kind = ParameterKind::real,
                          .initial = 2.2,
                          .minimum = 0.01,
                          .maximum = 100},
                         {.name = "gain",
                          .summary = "Factor on the result.",
                          .kind = ParameterKind::real,
                          .initial = 1.0,
                          .minimum = 0,
                          .maximum = 1000}},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same}},
          .synonyms = {"power", "gammacorrection"}};
}

// OpenCL's pow() may be off by 16 units in the last place. Denormal powers may lose digits, or become 0, before the
// gain.
op::Range power_within(double value, double gain) {
  constexpr int roundings = 36;
  const double least = gain * FLT_MIN;
  op::Range range = point::within(value, std::max(std::abs(value), least), roundings);
  if (value < least) range.low = std::min(range.low, 0.0);
  return range;
}

point::Function make_gamma(const Arguments& args, const std::vector<PixelFormat>& formats) {
  const double exponent = static_cast<float>(args.real("gamma")), gain = static_cast<float>(args.real("gain"));
  const double white = max_value(formats.front().type);
  const auto curve = [=](double v) { return white * gain * std::pow(std::max(v / white, 0.0), exponent); };
  return {.file = "gamma.cl",
          .name = "gamma_sample",
          .numbers = {exponent, gain},
          .outputs = formats,
          .reference = [curve, gain](std::span<const double> in,
                                     std::span<op::Range> out) { out[0] = power_within(curve(in[0]), gain); },
          .curve = curve};
}

}  // namespace

op::Op gamma() {
  return point::PointOp{.info = describe_gamma(),
                        .make = make_gamma,
                        .samples = {{{{"gamma", 0.45}}}, {{{"gamma", 2.2}, {"gain", 1.5}}}},
                        .peak = 2};
}

}  // namespace lenslet::ops

// Raises or lowers contrast about a value that stays.
#include <cmath>

#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_contrast() {
  return {
      .name = "contrast",
      .summary = "More or less contrast about a value that stays.",
      .details =
          "out = (in - pivot) * amount + pivot, rounded to nearest even and saturated. The pivot is a part of white, "
          "which is 255 (u8), 65535 (u16) or 1 (f16, f32). Equals OpenCV's convertTo with alpha = amount and beta = "
          "(1 - amount) * pivot. An alpha channel is kept.",
      .parameters = {{.name = "amount",
                      .summary = "Factor on the distance from the pivot: below 1 is less contrast.",
                      .kind = ParameterKind::real,
                      .initial = 1.5},
                     {.name = "pivot",
                      .summary = "The value that stays.",
                      .kind = ParameterKind::real,
                      .initial = 0.5,
                      .unit = "white"}},
      .outputs = {"out"},
      .inputs = {{"image", Reads::same}}};
}

point::Function make_contrast(const Arguments& args, const std::vector<PixelFormat>& formats) {
  constexpr int roundings = 4;
  const double amount = static_cast<float>(args.real("amount"));
  const double pivot = static_cast<float>(args.real("pivot") * max_value(formats.front().type));
  return {.file = "contrast.cl",
          .name = "contrast_sample",
          .numbers = {pivot, amount},
          .outputs = formats,
          .reference = [=](std::span<const double> in, std::span<op::Range> out) {
            const double magnitude = (std::abs(in[0]) + std::abs(pivot)) * std::abs(amount) + std::abs(pivot);
            out[0] = point::within((in[0] - pivot) * amount + pivot, magnitude, roundings);
          }};
}

}  // namespace

op::Op contrast() {
  return point::PointOp{.info = describe_contrast(),
                        .make = make_contrast,
                        .samples = {{{{"amount", 1.7}}}, {{{"amount", -0.6}, {"pivot", 0.25}}}}};
}

}  // namespace lenslet::ops

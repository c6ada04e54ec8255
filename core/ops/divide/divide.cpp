// The quotient of two images.
#include <cmath>

#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_divide() {
  return {
      .name = "divide",
      .summary = "One image divided by another.",
      .details =
          "a * scale / b, rounded to nearest even and saturated. What u8 and u16 divide by 0 becomes 0; f16 and f32 "
          "become infinite or NaN. Both have one size and format. With a scale of 255, u8 samples stand for numbers "
          "from 0 to 1. Equals OpenCV's divide. Of alpha channels the first is kept.",
      .parameters =
          {{.name = "scale", .summary = "Factor on the quotient.", .kind = ParameterKind::real, .initial = 1.0}},
      .outputs = {"out"},
      .inputs = point::images({"a", "b"}),
      .synonyms = {"div", "imdivide"}};
}

// OpenCL's division may be off by 2.5 units in the last place.
point::Function make_divide(const Arguments& args, const std::vector<PixelFormat>& formats) {
  constexpr int roundings = 8;
  point::check_alike("divide", formats);
  const double scale = static_cast<float>(args.real("scale"));
  const bool whole = is_integer(formats.front().type);
  return {.file = "divide.cl",
          .name = "divide_samples",
          .numbers = {scale, whole ? 1.0 : 0.0},
          .outputs = {formats.front()},
          .reference = [=](std::span<const double> in, std::span<op::Range> out) {
            const double quotient = in[0] * scale / in[1];
            out[0] = whole && in[1] == 0 ? point::exactly(0) : point::within(quotient, quotient, roundings);
          }};
}

}  // namespace

op::Op divide() {
  return point::PointOp{.info = describe_divide(), .make = make_divide, .samples = {{{{"scale", 255.0}}}, {{}}}};
}

}  // namespace lenslet::ops

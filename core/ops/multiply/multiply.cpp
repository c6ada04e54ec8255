// The product of two images.
#include "ops/parameters.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_multiply() {
  return {.name = "multiply",
          .summary = "The product of two images.",
          .details =
              "a * b * scale, rounded to nearest even and saturated. Both have one size and format. A scale of 1/255 "
              "takes u8 samples of one image for factors from 0 to 1. Equals OpenCV's multiply. Of alpha channels the "
              "first is kept.",
          .parameters =
              {{.name = "scale", .summary = "Factor on the product.", .kind = ParameterKind::real, .initial = 1.0}},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}),
          .synonyms = {"mul", "times", "immultiply"}};
}

point::Function make_multiply(const Arguments& args, const std::vector<PixelFormat>& formats) {
  point::check_alike("multiply", formats);
  const double scale = static_cast<float>(args.real("scale"));
  return {.file = "multiply.cl",
          .name = "multiply_samples",
          .numbers = {scale},
          .outputs = {formats.front()},
          .reference = [scale](std::span<const double> in, std::span<op::Range> out) {
            const double product = in[0] * in[1] * scale;
            out[0] = point::within(product, product, 2);
          }};
}

}  // namespace

op::Op multiply() {
  return point::PointOp{
      .info = describe_multiply(), .make = make_multiply, .samples = {{{{"scale", 1.0 / 255}}}, {{}}}};
}

}  // namespace lenslet::ops

// The product of two images.
#include "ops/parameters.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_multiply() {
  return {.name = "multiply",
          .summary = "The product of two images.",
          .details =
              "a * b * scale, rounded to nearest even and saturated. Products of i8, i16, u32, i32, u64 and i64 are "
              "exact with a scale of 1; with others those of 8 and 16 bits are computed in f32, those of more in f64. "
              "Both have one size and format. A scale of 1/255 "
              "takes u8 samples of one image for factors from 0 to 1. Equals OpenCV's multiply. Of alpha channels the "
              "first is kept.",
          .parameters =
              {{.name = "scale", .summary = "Factor on the product.", .kind = ParameterKind::real, .initial = 1.0}},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}, point::all_types()),
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

point::AnyFunction make_any_multiply(const Arguments& args, const std::vector<PixelFormat>& formats) {
  constexpr int roundings = 4;  // of both samples and both products
  point::check_alike("multiply", formats);
  const PixelFormat& format = formats.front();
  if (is_integer(format.type) && args.real("scale") == 1)
    return point::exact_pair("multiply", format, [](auto a, auto b) { return a * b; });
  const SampleType numbers = point::floats_for(format.type);
  const op::Exact scale = op::stored(args.real("scale"), numbers);
  return {.file = "multiply.cl",
          .name = "multiply_samples",
          .arithmetic = numbers,
          .outputs = {format},
          .numbers = {scale},
          .reference = [=](std::span<const op::Exact> in, std::span<point::ExactRange> out) {
            const op::Exact product = in[0] * in[1] * scale;
            out[0] = point::near(product, product, roundings, numbers);
          }};
}

}  // namespace

op::Op multiply() {
  return point::PointOp{.info = describe_multiply(),
                        .make = make_multiply,
                        .samples = {{{{"scale", 1.0 / 255}}}, {{}}},
                        .any = make_any_multiply,
                        .any_samples = {{{}}, {{{"scale", 1.0 / 255}}}}};
}

}  // namespace lenslet::ops

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
          "a * scale / b, rounded to nearest even and saturated. What integers divide by 0 becomes 0; floats "
          "become infinite or NaN. Quotients of i8, i16, u32, i32, u64 and i64 are exact but for their rounding with a "
          "scale of 1; with others those of 8 and 16 bits are computed in f32, those of more in f64. Both have one "
          "size and format. With a scale of 255, u8 samples stand for numbers "
          "from 0 to 1. Equals OpenCV's divide. Of alpha channels the first is kept.",
      .parameters =
          {{.name = "scale", .summary = "Factor on the quotient.", .kind = ParameterKind::real, .initial = 1.0}},
      .outputs = {"out"},
      .inputs = point::images({"a", "b"}, point::all_types()),
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

// The integer that is nearest to the quotient; the even one of two.
op::Exact whole_quotient(op::Exact a, op::Exact b) {
  return b == 0 ? 0 : std::nearbyint((a - std::remainder(a, b)) / b);
}

point::AnyFunction make_any_divide(const Arguments& args, const std::vector<PixelFormat>& formats) {
  constexpr int roundings = 8;
  point::check_alike("divide", formats);
  const PixelFormat& format = formats.front();
  const bool whole = is_integer(format.type);
  if (whole && args.real("scale") == 1)
    return point::exact_pair("divide", format, [](op::Exact a, op::Exact b) { return whole_quotient(a, b); });
  const SampleType numbers = point::floats_for(format.type);
  const op::Exact scale = op::stored(args.real("scale"), numbers);
  return {.file = "divide.cl",
          .name = "divide_samples",
          .arithmetic = numbers,
          .outputs = {format},
          .numbers = {scale, whole ? 1.0L : 0.0L},
          .reference = [=](std::span<const op::Exact> in, std::span<point::ExactRange> out) {
            const op::Exact quotient = whole && in[1] == 0 ? 0 : in[0] * scale / in[1];
            out[0] = point::near(quotient, quotient, roundings, numbers);
          }};
}

}  // namespace

op::Op divide() {
  return point::PointOp{.info = describe_divide(),
                        .make = make_divide,
                        .samples = {{{{"scale", 255.0}}}, {{}}},
                        .any = make_any_divide,
                        .any_samples = {{{}}, {{{"scale", 255.0}}}}};
}

}  // namespace lenslet::ops

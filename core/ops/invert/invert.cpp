// The negative of an image.
#include <limits>

#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_invert() {
  return {
      .name = "invert",
      .summary = "The negative: white less the sample.",
      .details =
          "White is the greatest of u8, u16, u32 and u64, and 1 for floats. For i8, i16, i32 and i64 it is -1, so that "
          "the greatest and the least change places. Equals OpenCV's bitwise_not and scikit-image's "
          "util.invert. An alpha channel is kept.",
      .parameters = {},
      .outputs = {"out"},
      .inputs = point::images({"image"}, point::all_types()),
      .synonyms = {"negative", "negate", "inverse", "complement"}};
}

point::Function make_invert(const Arguments&, const std::vector<PixelFormat>& formats) {
  const double white = max_value(formats.front().type);
  return {.file = "invert.cl",
          .name = "invert_sample",
          .arithmetic = point::Arithmetic::native,
          .numbers = {white},
          .outputs = formats,
          .reference = [white](std::span<const double> in, std::span<op::Range> out) {
            out[0] = point::exactly(static_cast<float>(white - in[0]));
          }};
}

op::Exact white_to_invert(SampleType type) {
  if (!is_integer(type)) return 1;
  return min_value(type) < 0 ? -1 : op::stored(std::numeric_limits<op::Exact>::infinity(), type);
}

point::AnyFunction make_any_invert(const Arguments&, const std::vector<PixelFormat>& formats) {
  const PixelFormat& format = formats.front();
  const op::Exact white = white_to_invert(format.type);
  return {.file = "invert.cl",
          .name = "invert_sample",
          .arithmetic = format.type,
          .outputs = {format},
          .numbers = {white},
          .reference = [white, doubles = format.type == SampleType::f64](std::span<const op::Exact> in,
                                                                         std::span<point::ExactRange> out) {
            out[0].low = out[0].high = doubles ? 1.0 - static_cast<double>(in[0]) : white - in[0];
          }};
}

}  // namespace

op::Op invert() {
  return point::PointOp{.info = describe_invert(), .make = make_invert, .any = make_any_invert};
}

}  // namespace lenslet::ops

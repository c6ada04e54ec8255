// Samples of another type.
#include <cmath>

#include "ops/parameters.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_convert() {
  return {
      .name = "convert",
      .summary = "Samples of another type, scaled and shifted.",
      .details =
          "out = in * scale + delta, rounded to nearest even, saturated for integers. Integers of 32 bits are rounded "
          "to f32 first, which holds 24 of them. Values are not rescaled by "
          "themselves: 1/255 makes u8 numbers from 0 to 1, 257 makes u8 into u16 of the same white. All channels are "
          "converted, alpha, too. Equals OpenCV's convertTo.",
      .parameters =
          {{.name = "to",
            .summary = "The type of the result.",
            .kind = ParameterKind::choice,
            .initial = std::string("f32"),
            .choices = {"u8", "i8", "u16", "i16", "u32", "i32", "f16", "f32"}},
           {.name = "scale", .summary = "Factor on the samples.", .kind = ParameterKind::real, .initial = 1.0},
           delta_parameter()},
      .outputs = {"out"},
      .inputs = {{"image", Reads::same, types_to_32_bits()}},
      .synonyms = {"cast", "astype"},
      .nearest_to = {"im2double", "im2uint8"}};  // these scale, too
}

point::Function make_convert(const Arguments& args, const std::vector<PixelFormat>& formats) {
  PixelFormat to = formats.front();
  to.type = parse_sample_type(args.text("to"));
  const double scale = static_cast<float>(args.real("scale")), delta = static_cast<float>(args.real("delta"));
  return {.file = "convert.cl",
          .name = "convert_sample",
          .numbers = {scale, delta},
          .outputs = {to},
          .reference =
              [=](std::span<const double> in, std::span<op::Range> out) {
                const double product = static_cast<float>(in[0]) * scale;
                const bool exact = delta == 0 && scale == 1;
                out[0] = exact ? point::exactly(product)
                               : point::within(product + delta, std::abs(product) + std::abs(delta), 2);
              },
          .keeps_alpha = false};
}

point::Sample convert_sample(const char* type, double scale, double delta, PixelFormat from) {
  return {{{"to", std::string(type)}, {"scale", scale}, {"delta", delta}}, {from}};
}

}  // namespace

op::Op convert() {
  return point::PointOp{
      .info = describe_convert(),
      .make = make_convert,
      .samples = {
          convert_sample("f32", 1.0 / 255, 0, {SampleType::u8, 3}),
          convert_sample("u8", 255, 0.5, {SampleType::f32, 4, true}),
          convert_sample("u16", 257, 0, {SampleType::u8, 1}), convert_sample("u8", 0.25, -3, {SampleType::u16, 3}),
          convert_sample("f16", 1, 0, {SampleType::u16, 2}), convert_sample("u16", 100, 0, {SampleType::f16, 3}),
          convert_sample("f16", 1.5, 0, {SampleType::f32, 1}), convert_sample("f32", 1, 0, {SampleType::f16, 2, true}),
          convert_sample("u16", 1, 0, {SampleType::i32, 1}), convert_sample("i32", 1, 0, {SampleType::u32, 1}),
          convert_sample("u32", 3, -7, {SampleType::i8, 3}), convert_sample("i8", 0.5, 0, {SampleType::i16, 2}),
          convert_sample("i16", 100, 0, {SampleType::f32, 1}),
          convert_sample("f32", 1, 0, {SampleType::i32, 4, true})}};
}

}  // namespace lenslet::ops

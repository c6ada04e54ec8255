// Samples of another type.
#include <cmath>

#include "ops/convert/convert_any.hpp"
#include "ops/parameters.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

std::vector<std::string> names_of_types() {
  std::vector<std::string> names;
  for (const SampleType type : sample_types) names.emplace_back(name_of(type));
  return names;
}

OpInfo describe_convert() {
  return {.name = "convert",
          .summary = "Samples of another type, scaled and shifted.",
          .details =
              "out = in * scale + delta, rounded to nearest even, saturated for integers, in which NaN becomes 0. "
              "Values are not rescaled by themselves: 1/255 makes u8 numbers from 0 to 1, 257 makes u8 into u16 of the "
              "same white. All channels are converted, alpha, too. Equals OpenCV's convertTo. Without a scale and a "
              "delta, every type becomes every other one as exactly as it can. With them, calls with u32, i32, u64, "
              "i64 or f64 are computed in f64, the others in f32.",
          .parameters =
              {{.name = "to",
                .summary = "The type of the result.",
                .kind = ParameterKind::choice,
                .initial = std::string("f32"),
                .choices = names_of_types()},
               {.name = "scale", .summary = "Factor on the samples.", .kind = ParameterKind::real, .initial = 1.0},
               delta_parameter()},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same}},
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
  return with_any_types(point::PointOp{.info = describe_convert(),
                                       .make = make_convert,
                                       .samples = {convert_sample("f32", 1.0 / 255, 0, {SampleType::u8, 3}),
                                                   convert_sample("u8", 255, 0.5, {SampleType::f32, 4, true}),
                                                   convert_sample("u16", 257, 0, {SampleType::u8, 1}),
                                                   convert_sample("u8", 0.25, -3, {SampleType::u16, 3}),
                                                   convert_sample("f16", 1, 0, {SampleType::u16, 2}),
                                                   convert_sample("u16", 100, 0, {SampleType::f16, 3}),
                                                   convert_sample("f16", 1.5, 0, {SampleType::f32, 1}),
                                                   convert_sample("f32", 1, 0, {SampleType::f16, 2, true})}});
}

}  // namespace lenslet::ops

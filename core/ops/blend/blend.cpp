// Mixes two images by a factor, or by the weights in a third image.
#include <cmath>

#include <fmt/format.h>

#include "ops/parameters.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

constexpr char blend_details[] =
    "a (1 - w) + b w, rounded to nearest even and saturated; f16, i8 and i16 are worked on as f32, and samples of 32 "
    "and 64 bits but f32 as f64. w is alpha, as in OpenCV's addWeighted(a, 1 - alpha, b, alpha, 0), or with --weighted "
    "what the third image says: an integer divided by the greatest that its type has, as 255 (u8), or the number "
    "itself of floats, which may lie outside 0 to 1. It has one channel, for all of a pixel, or as many as the others. "
    "All three have one size and type; the weights of images that are not u8, u16 or f16 may also be f32. An alpha "
    "channel of the images is blended "
    "like the others, as OpenCV and libvips do: colours are not multiplied by it, so this is no composition of layers: "
    "`composite` is one.";

std::vector<std::string> blend_input_names(const Arguments& arguments) {
  if (arguments.flag("weighted")) return {"a", "b", "weight"};
  return {"a", "b"};
}

void check_formats(const std::vector<PixelFormat>& formats) {
  const PixelFormat &a = formats[0], &weight = formats.back();
  if (formats[1] != a) point::refuse("blend", {a, formats[1]}, "images of one format");
  const bool fits = weight.channels == 1 || weight.channels == a.channels;
  const bool may_be_f32 = !is_filter_type(a.type) && weight.type == SampleType::f32;
  if (formats.size() == 3 && ((weight.type != a.type && !may_be_f32) || !fits))
    point::refuse("blend", formats,
                  fmt::format("two images of one format, and weights of its type{} with 1 channel or as many",
                              is_filter_type(a.type) ? "" : " or f32"));
}

// For integers, factors of 0, 1 and 1/2 give results without a rounding.
op::Range between(double a, double b, double w, bool integers) {
  constexpr int roundings = 6;  // of the weight, its complement, two products, the sum and the scale
  const double value = a * (1 - w) + b * w;
  if (integers && (w == 0 || w == 1 || w == 0.5)) return point::exactly(value);
  return point::within(value, std::abs(a) * (1 + std::abs(w)) + std::abs(b * w), roundings);
}

point::Function make_blend(const Arguments& arguments, const std::vector<PixelFormat>& formats) {
  check_formats(formats);
  const bool integers = is_integer(formats[0].type), weighted = formats.size() == 3;
  const double alpha = static_cast<float>(arguments.real("alpha")), white = max_value(formats[0].type);
  const bool of_pixels = formats.back().channels != formats[0].channels;
  return {.file = "blend.cl",
          .name = of_pixels  ? "blend_pixel"
                  : weighted ? "blend_weighted"
                             : "blend_samples",
          .layout = of_pixels ? point::Layout::pixels : point::Layout::samples,
          .arithmetic = point::Arithmetic::native,
          .numbers = weighted ? std::vector<double>{} : std::vector<double>{alpha},
          .outputs = {formats[0]},
          .reference =
              [=](std::span<const double> in, std::span<op::Range> out) {
                const std::size_t channels = weighted ? in.size() / 2 : 1;  // two samples and a weight: 1, too
                const double w = weighted ? in.back() / white : alpha;
                for (std::size_t c = 0; c < channels; ++c) out[c] = between(in[c], in[channels + c], w, integers);
              },
          .keeps_alpha = false};
}

// The same for any type. Each number is rounded once as it is read, and once in each step.
point::AnyFunction make_any_blend(const Arguments& arguments, const std::vector<PixelFormat>& formats) {
  check_formats(formats);
  const bool weighted = formats.size() == 3, of_pixels = formats.back().channels != formats[0].channels;
  const SampleType type = point::floats_for(formats[0].type);
  const op::Exact number =
      weighted ? op::stored(max_value(formats[2].type), type) : op::stored(arguments.real("alpha"), type);
  const auto blended = [=](std::span<const op::Exact> in, std::span<point::ExactRange> out) {
    constexpr int roundings = 9;
    const std::size_t channels = weighted ? in.size() / 2 : 1;
    const op::Exact w = weighted ? in.back() / number : number;
    for (std::size_t c = 0; c < channels; ++c) {
      const op::Exact a = in[c], b = in[channels + c];
      out[c] = point::near(a * (1 - w) + b * w, std::abs(a) * (1 + std::abs(w)) + std::abs(b * w), roundings, type);
    }
  };
  return {.file = "blend.cl",
          .name = of_pixels  ? "blend_pixel_parts"
                  : weighted ? "blend_parts"
                             : "blend_samples",
          .arithmetic = type,
          .outputs = {formats[0]},
          .numbers = {number},
          .layout = of_pixels ? point::Layout::pixels : point::Layout::samples,
          .keeps_alpha = false,
          .masks = false,
          .reference = blended};
}

OpInfo describe_blend() {
  return {.name = "blend",
          .summary = "Two images mixed, by one factor or by an image of weights.",
          .details = blend_details,
          .parameters = {{.name = "alpha",
                          .summary = "How much of the second image; the rest is the first.",
                          .kind = ParameterKind::real,
                          .initial = 0.5,
                          .minimum = 0,
                          .maximum = 1},
                         flag_parameter("weighted", "A third image says how much of the second each pixel has.")},
          .outputs = {"out"},
          .inputs = point::images({"a", "b", "weight"}, point::all_types()),
          .synonyms = {"mix", "lerp", "crossfade", "dissolve"}};
}

point::Sample with_weights(PixelFormat image, int channels) {
  return {{{"weighted", true}}, {image, image, {image.type, channels}}};
}

// The type of the images, and of weights of their format, is any.
point::Sample with_any_weights(PixelFormat image, PixelFormat weights) {
  return {{{"weighted", true}}, {image, image, weights}};
}

}  // namespace

op::Op blend() {
  return point::PointOp{.info = describe_blend(),
                        .make = make_blend,
                        .samples = {{{{"alpha", 0.3}}},
                                    with_weights({SampleType::u8, 3}, 1),
                                    with_weights({SampleType::u16, 4, true}, 4),
                                    {{{"alpha", 0.5}}},
                                    {{{"alpha", 0.999}}, {{SampleType::u16, 2}, {SampleType::u16, 2}}},
                                    with_weights({SampleType::f32, 4, true}, 1),
                                    with_weights({SampleType::u8, 1}, 1),
                                    {{{"alpha", 1.0}}}},
                        .inputs = blend_input_names,
                        .any = make_any_blend,
                        .any_samples = {{{{"alpha", 0.3}}},
                                        with_any_weights({SampleType::i16, 3}, {SampleType::f32, 1}),
                                        with_any_weights({SampleType::i32, 4, true}, {SampleType::i32, 4, true}),
                                        with_any_weights({SampleType::i64, 2}, {SampleType::f32, 2}),
                                        with_any_weights({SampleType::i16, 1}, {SampleType::i16, 1})}};
}

}  // namespace lenslet::ops

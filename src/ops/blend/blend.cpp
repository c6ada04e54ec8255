// Mixes two images by a factor, or pixel by pixel by a third one.
#include "ops/blend/blend.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr char details[] =
    "a (1 - w) + b w, rounded to nearest even and saturated; f16 is worked on as f32. w is alpha, as in OpenCV's "
    "addWeighted(a, 1 - alpha, b, alpha, 0), or with --weighted what the third image says: a sample divided by 255 "
    "(u8) or 65535 (u16), or the number itself (f16, f32), which may lie outside 0 to 1. It has one channel, for all "
    "of a pixel, or as many as the others. All three have one size and type. An alpha channel of the images is blended "
    "like the others, as OpenCV and libvips do: colours are not multiplied by it, so this is no composition of layers.";

std::vector<std::string> input_names(const Arguments& arguments) {
  if (arguments.flag("weighted")) return {"a", "b", "weight"};
  return {"a", "b"};
}

void refuse_pair(const std::string& name, const ImageType& a, const ImageType& other, const std::string& allowed) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("blend: a is {}, {} is {}; allowed: {}", to_string(a), name, to_string(other), allowed));
}

op::Types outputs(const Arguments& arguments, const op::Types& inputs) {
  const ImageType &a = inputs.image(0), &b = inputs.image(1);
  if (b != a) refuse_pair("b", a, b, "the same size and format");
  if (!arguments.flag("weighted")) return std::vector<ValueType>{a};
  const ImageType& weight = inputs.image(2);
  const bool fits = weight.format.channels == 1 || weight.format.channels == a.format.channels;
  if (weight.size != a.size || weight.format.type != a.format.type || !fits)
    refuse_pair("weight", a, weight, "the same size and type, with 1 channel or as many");
  return std::vector<ValueType>{a};
}

}  // namespace

op::Op blend() {
  op::Op op;
  op.info = {.name = "blend",
             .summary = "Two images mixed, by one factor or by an image of weights.",
             .details = details,
             .parameters = {{.name = "alpha",
                             .summary = "How much of the second image; the rest is the first.",
                             .kind = ParameterKind::real,
                             .initial = 0.5,
                             .minimum = 0,
                             .maximum = 1},
                            flag_parameter("weighted", "A third image says how much of the second each pixel has.")},
             .outputs = {"out"},
             .inputs = {{"a", Reads::same}, {"b", Reads::same}, {"weight", Reads::same}},
             .synonyms = {"mix", "lerp", "crossfade", "dissolve"},
             .nearest_to = {"composite", "alphacomposite", "overlay", "paste"}};
  op.inputs = input_names;
  op.outputs = outputs;
  op.space = blend_space;
  op.initial = blend_initial;
  op.rule = op::only_group_rule;
  op.make = blend_make;
  op.mismatch = blend_mismatch;
  op.cases = blend_cases;
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  return op;
}

}  // namespace lenslet::ops

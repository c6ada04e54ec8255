// Makes integral images: sums over all pixels above and to the left, for sums over any rectangle.
#include "ops/integral/integral.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr char integral_details[] =
    "sums(x, y) is the sum of all samples whose column is less than x and whose row is less than y, each channel by "
    "itself; it has a row and a column more than the image, and its first row and first column are 0. So the sum over "
    "a rectangle is sums(right, bottom) - sums(left, bottom) - sums(right, top) + sums(left, top). With squares, a "
    "second result has the same of the samples' squares. Sums of integers are exact: they are of i32 where an image of "
    "this size and type cannot exceed it, and else of i64. Those of f16 and f32 are of f64, which needs a device "
    "that has it; sums=f32 does not. sums=i32 adds integers "
    "modulo 2^32, as OpenCV does; sums over rectangles are right all the same if they fit. The error of a sum in "
    "floats is at most (width + height + 64) u times the sum of absolute values, u = 2^-53 for f64 and 2^-24 for f32; "
    "f64 is exact for sums of integers up to 2^53. NaN and infinities reach all that is below and to the right. Equals "
    "OpenCV's integral and integral2, whose squares are of f64, and, but for the first row and column, scikit-image's "
    "integral_image. It needs the whole image: no strips, no regions.";

OpInfo describe_integral() {
  return {.name = "integral",
          .summary = "Sums of all samples above and to the left.",
          .details = integral_details,
          .parameters = {flag_parameter("squares", "Also gives the sums of the squares."),
                         {.name = "sums",
                          .summary = "The type of the sums; auto: one that holds them. i32 and i64 are for integers.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("auto"),
                          .choices = {"auto", "i32", "i64", "f32", "f64"}}},
          .outputs = {"sums", "squares"},
          .inputs = {{"image", Reads::whole, types_to_32_bits()}},
          .synonyms = {"integralimage", "summedareatable", "integral2", {"sqsum", "squares=on"}}};
}

// The narrowest type that holds the sums of any image of this size.
SampleType exact_type(const ImageType& image, bool squares) {
  const SampleType type = image.format.type;
  const double most = std::max(max_value(type), -min_value(type));
  const double sum = (squares ? most * most : most) * static_cast<double>(image.pixels());
  if (sum <= max_value(SampleType::i32)) return SampleType::i32;
  if (sum < std::ldexp(1, 63)) return SampleType::i64;
  throw Error(ErrorKind::invalid_argument, fmt::format("integral: sums of squares of {} exceed i64; allowed: smaller "
                                                       "images, integers of 16 bits, or f32 by 'convert'",
                                                       to_string(image)));
}

op::Types integral_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  const ImageType& image = inputs.image(0);
  const Size size{image.size.width + 1, image.size.height + 1};
  std::vector<ValueType> outputs;
  for (const bool squares : {false, true})
    if (!squares || arguments.flag("squares"))
      outputs.emplace_back(
          ImageType{{integral_type(arguments, image, squares), image.format.channels, image.format.alpha}, size});
  return outputs;
}

}  // namespace

SampleType integral_type(const op::Arguments& arguments, const ImageType& image, bool squares) {
  const std::string& wanted = arguments.text("sums");
  const bool of_integers = is_integer(image.format.type);
  if (wanted == "auto") return of_integers ? exact_type(image, squares) : SampleType::f64;
  const SampleType type = parse_sample_type(wanted);
  if (is_integer(type) && !of_integers)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("integral: sums={} for an image of {}; allowed: auto, f32, f64", wanted,
                            name_of(image.format.type)));
  return type;
}

op::Op integral() {
  op::Op op = op::whole_op(describe_integral());
  op.outputs = integral_outputs;
  op.space = integral_space;
  op.initial = integral_initial;
  op.rule = integral_rule;
  op.make = integral_make;
  op.mismatch = integral_mismatch;
  op.cases = integral_cases;
  op.typical.fills = {array::Fill::random, array::Fill::small};
  return op;
}

}  // namespace lenslet::ops

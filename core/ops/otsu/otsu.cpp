// Divides an image in two by the threshold that its histogram gives.
#include "ops/otsu/otsu.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/random_value.hpp"

namespace lenslet::ops {
namespace {

constexpr char details[] =
    "The level t is Otsu's (1979): of the samples up to it and those above it the means are furthest apart, each part "
    "counted by its size; the first of equally good ones. binary: white (255 for u8, 65535 for u16) above t, else 0. "
    "inverse: the other way round. truncate: at most t. tozero: samples above t stay, others become 0; "
    "tozero-inverse: the other way round. Equals OpenCV's threshold with THRESH_OTSU, level and all, which takes u8 "
    "and u16 of one channel, too.";

op::Types outputs(const op::Arguments&, const op::Types& inputs) {
  const PixelFormat format = inputs.image(0).format;
  if (is_integer(format.type) && format.channels == 1) return inputs;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("otsu: the image is {}; allowed: u8, u16 with 1 channel", to_string(format)));
}

Load load_of(const op::Instance& problem) {
  const ArrayType samples = otsu_samples(problem);
  return {samples, 1, static_cast<std::uint64_t>(levels_of(samples.type))};
}

// The op with a known level: a threshold.
Call threshold_at(const op::Instance& problem, std::span<const std::uint64_t> counts) {
  return {"threshold",
          {{"level", static_cast<double>(otsu_level(counts))},
           {"maximum", max_value(problem.inputs.image(0).format.type)},
           {"kind", problem.arguments.text("kind")}}};
}

}  // namespace

ArrayType otsu_samples(const op::Instance& problem) {
  const ImageType& image = problem.inputs.image(0);
  return {image.format.type, {image.size.height, image.size.width, 1}};
}

op::Op otsu() {
  op::Op op;
  op.info = {.name = "otsu",
             .summary = "The image divided in two by Otsu's threshold, which its histogram gives.",
             .details = details,
             .parameters = {{.name = "kind",
                             .summary = "What becomes of samples above the level, and of others.",
                             .kind = ParameterKind::choice,
                             .initial = std::string("binary"),
                             .choices = {"binary", "inverse", "truncate", "tozero", "tozero-inverse"}}},
             .outputs = {"out"},
             .inputs = {{"image", Reads::whole, {SampleType::u8, SampleType::u16}}},
             .synonyms = {"graythresh", "autothreshold", "binarize", "binarise", "imbinarize", "thresholdotsu"}};
  op.outputs = outputs;
  count_levels_first(op, load_of, threshold_at);
  op.make = otsu_make;
  op.mismatch = otsu_mismatch;
  op.cases = otsu_cases;
  return op;
}

}  // namespace lenslet::ops

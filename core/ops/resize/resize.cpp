// Makes images of another size.
#include "ops/resize/resize.hpp"
#include "ops/parameters.hpp"

#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::ops {
namespace {

constexpr std::int64_t max_row_length = std::numeric_limits<std::int32_t>::max();  // samples

constexpr char details[] =
    "The centre of the result's pixel x is at (x + 0.5) s - 0.5 of the source, where s is the source's width by the "
    "result's, or 1 by the scale where that is given; so for rows. As OpenCV's resize. nearest: the source's pixel "
    "floor(x s), as INTER_NEAREST, which has no half a pixel. linear: 2 x 2 pixels. cubic: 4 x 4 pixels by Keys' "
    "kernel with a = -0.75; results may overshoot, and are saturated. area: the mean of what lies under the pixel, "
    "each source pixel by the part that it covers: for smaller images; enlarged, OpenCV's mixture of nearest and "
    "linear. Where one side shrinks and the other grows, area does for each side what it does for it alone; OpenCV "
    "enlarges both, and so loses pixels. Beyond the border the last pixel is repeated. Weights are f32: OpenCV's "
    "linear and cubic of u8 have "
    "fixed-point weights, and may differ by 1. Where the image has alpha, colours are weighted by it, so that "
    "transparent pixels do not shine through at edges, as Pillow does and libvips' thumbnail; nearest copies pixels. "
    "With alpha filtered, it is a channel like the others, as in OpenCV; it cannot be kept. A result of a given scale "
    "has round(width scale) columns; of one side or a box the other side is rounded, too, and at least 1. A size that "
    "changes the proportions by more than 1% is noted.";

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, "resize: " + what);
}

op::Types outputs(const Arguments& arguments, const op::Types& inputs) {
  ImageType result = inputs.image(0);
  if (const std::int64_t samples = result.size.width * result.format.channels; samples > max_row_length)
    refuse(fmt::format("rows of {} samples; allowed: 1 to {}", samples, max_row_length));
  result.size = size_of_result(arguments, result.size);
  return std::vector<ValueType>{result};
}

std::vector<Parameter> parameters() {
  return {
      {.name = "size",
       .summary = "Width and height of the result; or one of them, the other by proportion.",
       .kind = ParameterKind::size,
       .initial = Size(),
       .unit = "pixels",
       .minimum = 0,
       .maximum = max_side_length,
       .automatic = true},
      {.name = "fit",
       .summary = "A box that the image fits and keeps its proportions.",
       .kind = ParameterKind::size,
       .initial = Size(),
       .unit = "pixels",
       .minimum = 1,
       .maximum = max_side_length,
       .automatic = true},
      {.name = "how",
       .summary = "How it fits the box: the largest inside, the same but never enlarged, the smallest that covers it, "
                  "or exactly, stretched.",
       .kind = ParameterKind::choice,
       .initial = std::string("inside"),
       .choices = {"inside", "shrink", "outside", "exact"}},
      {.name = "scale",
       .summary = "Factor on both sides, where neither a size nor a box is given.",
       .kind = ParameterKind::real,
       .initial = 1.0,
       .minimum = 0,
       .maximum = 1e6},
      {.name = "interpolation",
       .summary = "How pixels between those of the source are made.",
       .kind = ParameterKind::choice,
       .initial = std::string("linear"),
       .choices = {"nearest", "linear", "cubic", "area"}}};
}

}  // namespace

Resizing resizing_of(const op::Instance& problem) {
  const ImageType &from = problem.inputs.image(0), &to = problem.outputs.image(0);
  const bool by_scale = problem.arguments.real("scale") != 1;
  const double scale = problem.arguments.real("scale");
  const auto side = [&](std::int64_t of, std::int64_t made) {
    return Side{of, made, 1 / (by_scale ? scale : static_cast<double>(made) / static_cast<double>(of))};
  };
  const std::string& name = problem.arguments.text("interpolation");
  const Interpolation interpolation = name == "nearest"  ? Interpolation::nearest
                                      : name == "linear" ? Interpolation::linear
                                      : name == "cubic"  ? Interpolation::cubic
                                                         : Interpolation::area;
  return {side(from.size.width, to.size.width), side(from.size.height, to.size.height), interpolation,
          from.format.alpha && problem.alpha == Alpha::premultiply && interpolation != Interpolation::nearest};
}

// With a scale, the last pixels may show less of the source than the others.
Placement resize_placement(const op::Instance& problem) {
  const Resizing resizing = resizing_of(problem);
  return {.xx = resizing.x.step, .yy = resizing.y.step};
}

op::Op resize() {
  op::Op op;
  op.info = {
      .name = "resize",
      .summary = "The image in another size.",
      .details = details,
      .parameters = parameters(),
      .outputs = {"out"},
      .inputs = {{"image", Reads::scaled}},
      .synonyms = {"imresize", "scale", "rescale", "zoom", "thumbnail", "enlarge", "shrink", "downsample", "upsample"},
      .nearest_to = {"pyrdown"}};
  op.outputs = outputs;
  op.alphas = {Alpha::premultiply, Alpha::filter};
  op.space = resize_space;
  op.initial = resize_initial;
  op.rule = resize_rule;
  op.make = resize_make;
  op.reads = resize_reads;
  op.placement = resize_placement;
  op.note = resize_note;
  op.mismatch = resize_mismatch;
  op.cases = resize_cases;
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  return op;
}

}  // namespace lenslet::ops

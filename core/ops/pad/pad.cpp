// Surrounds images with pixels of a border.
#include "ops/pad/pad.hpp"

#include <limits>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/error.hpp>

#include "op/dimensions.hpp"
#include "ops/outside.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr double max_margin = 1 << 30;
constexpr std::int64_t max_row_length = std::numeric_limits<std::int32_t>::max();  // samples

constexpr char details[] =
    "The image, unchanged, with so many columns and rows on each side, which the border fills: constant (the default) "
    "with the border's value, the others with pixels of the image, as often as it takes. Or a size, in whose middle "
    "the image lies; where an odd number of pixels is left, the right and the bottom side have one more. Equals "
    "OpenCV's copyMakeBorder and NumPy's pad, whose edge, symmetric and reflect are replicate, reflect and reflect101 "
    "here.";

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, "pad: " + what);
}

// The margins that centre the image along one side.
std::pair<std::int64_t, std::int64_t> around(std::int64_t image, std::int64_t wanted) {
  return {(wanted - image) / 2, wanted - image - (wanted - image) / 2};
}

Margins margins_for(Size size, Size image) {
  if (size.width < image.width || size.height < image.height)
    refuse(fmt::format("size {} for an image of {} x {}; allowed: at least the image's; 'crop' makes it smaller",
                       value_text(size), image.width, image.height));
  const auto [left, right] = around(image.width, size.width);
  const auto [top, bottom] = around(image.height, size.height);
  return {left, right, top, bottom};
}

op::Types outputs(const Arguments& arguments, const op::Types& inputs) {
  ImageType result = inputs.image(0);
  const Margins margins = margins_of(arguments, result.size);
  result.size.width += margins.left + margins.right;
  result.size.height += margins.top + margins.bottom;
  if (const std::int64_t samples = result.size.width * result.format.channels; samples > max_row_length)
    refuse(fmt::format("rows of {} samples; allowed: 1 to {}", samples, max_row_length));
  if (result.size.height > max_row_length)
    refuse(fmt::format("{} rows; allowed: 1 to {}", result.size.height, max_row_length));
  return std::vector<ValueType>{result};
}

Parameter margin(const char* name, const char* summary) {
  return integer_parameter(name, summary, 0, 0, max_margin, "pixels");
}

Placement placement(const op::Instance& problem) {
  const Margins margins = margins_of(problem.arguments, problem.inputs.image(0).size);
  return {.x0 = static_cast<double>(-margins.left), .y0 = static_cast<double>(-margins.top)};
}

}  // namespace

Margins margins_of(const Arguments& arguments, Size image) {
  const Margins margins{arguments.integer("left"), arguments.integer("right"), arguments.integer("top"),
                        arguments.integer("bottom")};
  const Size size = arguments.size("size");
  const std::int64_t all = margins.left + margins.right + margins.top + margins.bottom;
  if (size == Size{} && all == 0) refuse("neither a size nor a margin; give one: size 640x480, left 8");
  if (size == Size{}) return margins;
  if (all > 0) refuse(fmt::format("size {} and margins; allowed: one of them", value_text(size)));
  return margins_for(size, image);
}

op::Op pad() {
  op::Op op;
  op.info = {.name = "pad",
             .summary = "The image with a border of any kind round it.",
             .details = details,
             .parameters = {margin("left", "Columns before the first."), margin("right", "Columns behind the last."),
                            margin("top", "Rows above the first."), margin("bottom", "Rows below the last."),
                            size_parameter("Width and height of the result, in whose middle the image lies: 640x480.")},
             .outputs = {"out"},
             .inputs = {{"image", Reads::scaled, {std::begin(sample_types), std::end(sample_types)}}},
             .synonyms = {"copymakeborder", "padding", "extend", "expand", "extent", "canvas", "addborder"}};
  op.outputs = outputs;
  op.borders = geometry_borders();
  op.space = pad_space;
  op.initial = pad_initial;
  op.rule = [](const op::Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return op::group_rule(schedule, device);
  };
  op.make = pad_make;
  op.reads = pad_reads;
  op.placement = placement;
  op.mismatch = pad_mismatch;
  op.cases = pad_cases;
  op.masked = op::unmasked_problem;  // no sample changes, so missing ones need nothing
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  return op;
}

}  // namespace lenslet::ops

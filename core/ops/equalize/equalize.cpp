// Equalises an image. Its type and alpha stay.
#include "ops/equalize/equalize.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/cases.hpp"
#include "op/random_value.hpp"

namespace lenslet::ops {
namespace {

constexpr char details[] =
    "The levels of a channel are spread so that all are about equally frequent: round(s (c(x) - c0)), half to even, "
    "with c(x) the pixels up to level x, c0 those of the lowest level there is, and s = m / (n - c0) in f32, m = 255 "
    "for u8 and 65535 for u16. Other types have no levels, and are refused. A channel of one level stays as it is. "
    "With "
    "--by channel each channel is equalised by itself, as OpenCV's equalizeHist does for one and Pillow's "
    "ImageOps.equalize for all, whose table differs by rounding; colours may shift. With --by luminance y = (4899 r + "
    "9617 g + 1868 b + 8192) / 16384, rounded down as in OpenCV's conversion to grey, is equalised, and what it gains "
    "is added to all three channels and saturated: hue stays, as it does where Y of Y'CbCr is equalised; alpha "
    "stays as it is, and four channels without it, as of CMYK, are refused. By channel, alpha is kept unless it is "
    "filtered like the others. With --table, whole "
    "numbers with commas between them, the levels become those of another image, as a part of it needs: one table for "
    "each channel that is equalised, or one for y. `lenslet histogram "
    "equalize` does the same with arrays. Samples are u8 or u16.";

op::Types outputs(const Arguments& arguments, const op::Types& inputs) {
  const ImageType& image = inputs.image(0);
  if (!is_integer(image.format.type))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("equalize: the image is {}; allowed: u8, u16", to_string(image.format)));
  if (arguments.text("by") == "luminance" && image.format.channels == 4 && !image.format.alpha)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("equalize: by luminance the image is {}; allowed: 1 to 3 channels, or 4 with alpha: four "
                            "without it, as of CMYK, are no red, green and blue",
                            to_string(image.format)));
  return inputs;
}

Load load_of(const op::Instance& problem) {
  const ArrayType type = counted_type(problem);
  const int channels = counted_channels(problem);
  return {type, channels, static_cast<std::uint64_t>(channels * levels_of(type.type))};
}

// Schedules are ways to count. A call with a table counts nothing, so that one schedule stands for all.
op::Dimensions space_of(const op::Instance& problem, const DeviceInfo& device) {
  op::Dimensions space = equalizer_space();
  if (!has_table(problem)) return space;
  table_of(problem);  // throws for a table that no image of this kind can have
  const DimensionSchedule only = equalizer_initial(load_of(problem), device);
  space.clear();
  for (const auto& [name, value] : only.choices()) space.push_back({name, {value}});
  return space;
}

// The fewest bytes: the histogram reads the image, its application reads and writes it.
std::uint64_t min_bytes(const op::Instance& problem) {
  return (has_table(problem) ? 2 : 3) * bytes_of(ValueType(problem.inputs.image(0)));
}

// With a table nothing is counted, and a region needs only itself.
Rect reads(const op::Instance& problem, const Rect& region, std::size_t) {
  const Size whole = problem.inputs.image(0).size;
  return has_table(problem) ? region : Rect{0, 0, whole.width, whole.height};
}

OpInfo describe_equalize() {
  return {.name = "equalize",
          .summary = "Levels spread so that all are about equally frequent.",
          .details = details,
          .parameters = {{.name = "by",
                          .summary = "What is equalised.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("channel"),
                          .choices = {"channel", "luminance"}},
                         {.name = "table",
                          .summary = "What each level becomes, all of the first channel, then those of the second; "
                                     "auto: as the image's own histogram says.",
                          .kind = ParameterKind::numbers,
                          .initial = Numbers(),
                          .automatic = true}},
          .outputs = {"out"},
          .inputs = {{"image", Reads::whole, {SampleType::u8, SampleType::u16}}},
          .synonyms = {"histeq", "equalizehist", "histogramequalization"}};
}

}  // namespace

bool keeps_alpha(const op::Instance& problem) {
  return problem.inputs.image(0).format.alpha && problem.alpha == Alpha::keep;
}

bool is_by_luminance(const op::Instance& problem) {
  return problem.arguments.text("by") == "luminance" && problem.inputs.image(0).format.channels >= 3;
}

ArrayType counted_type(const op::Instance& problem) {
  const ImageType& image = problem.inputs.image(0);
  const SampleType type = image.format.type;
  if (is_by_luminance(problem)) return {type, {image.pixels()}};
  return {type, {image.size.height, image.size.width, image.format.channels}};
}

int counted_channels(const op::Instance& problem) {
  return is_by_luminance(problem) ? 1 : problem.inputs.image(0).format.channels;
}

op::Op equalize() {
  op::Op op;
  op.info = describe_equalize();
  op.outputs = outputs;
  op.space = space_of;
  op.initial = [](const auto& problem, const auto& device) { return equalizer_initial(load_of(problem), device); };
  op.rule = [](const auto& problem, const auto& device, const DimensionSchedule& schedule) {
    return equalizer_rule(load_of(problem), device, schedule);
  };
  op.reads = reads;
  op.counting = equalize_counting();
  op.make = make_image_equalize;
  op.mismatch = image_equalize_mismatch;
  op.cases = image_equalize_cases;
  // The schedules are those of histogram.equalize, whose own proofs cover each.
  op.proofs = op::cases_of_shared_schedules;
  op.typical.type = SampleType::u8;
  op.typical.fills = {array::Fill::random, array::Fill::small};
  op.bytes = min_bytes;
  return op;
}

}  // namespace lenslet::ops

// Lays a picture on an image, with opacity and by the formulas of W3C's Compositing and Blending.
#include "ops/composite/composite.hpp"

#include <algorithm>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "ops/gravity.hpp"
#include "ops/parameters.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

constexpr double longest = 1 << 30;

constexpr char details[] =
    "The picture may be smaller or larger than the image, and lie partly outside; what it does not cover stays to the "
    "bit. Its first pixel lies at column x and row y; with a gravity it lies in the middle, or at that side or corner, "
    "and x and y are its distance from there, inwards, and from the middle to the right and down. With its alpha times "
    "the opacity, s, the image's alpha, b (without alpha 1), and a result B of both colours, P of the picture and I of "
    "the image: out = (s ((1 - b) P + b B) + (1 - s) b I) / a, and alpha becomes a = s + b (1 - s). over: B = P; "
    "multiply: P I; screen: P + I - P I; darken: the lesser; lighten: the greater, where white is 1. Colours are not "
    "multiplied by alpha, neither before nor after. Of an image and a picture one may be grey, with one colour, and "
    "the "
    "other coloured: the result is coloured, and grey is the same in each colour. A picture of u8 on an image of u16 "
    "is multiplied by 257, so that white stays white, and one of u16 on u8 divided by it; the result is of the image's "
    "type. These are the formulas of W3C's Compositing and Blending Level 1, "
    "with source-over. Results round to nearest even and saturate, and within rounding equal Pillow's alpha_composite, "
    "paste with a mask and ImageChops' multiply, screen, darker and lighter. Alpha of floats counts from 0 to 1. Other "
    "types do not mix. A region reads its own part of the image, and the part of the picture that lies there.";

OpInfo describe_composite() {
  return {.name = "composite",
          .summary = "Picture laid on an image at a place, with opacity.",
          .details = details,
          .parameters = {integer_parameter(
                             "x", "Column of the picture's first pixel, or the distance from where gravity says.", 0,
                             -longest, longest, "pixels"),
                         integer_parameter("y",
                                           "Row of the picture's first pixel, or the distance from where gravity says.",
                                           0, -longest, longest, "pixels"),
                         {.name = "gravity",
                          .summary = "Where in the image the picture lies.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("northwest"),
                          .choices = gravity_words()},
                         {.name = "opacity",
                          .summary = "What the picture's alpha is multiplied by.",
                          .kind = ParameterKind::real,
                          .initial = 1.0,
                          .minimum = 0,
                          .maximum = 1},
                         {.name = "mode",
                          .summary = "How the picture's colours and the image's make one.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("over"),
                          .choices = {"over", "multiply", "screen", "darken", "lighten"}}},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same}, {"picture", Reads::scaled}},
          .synonyms = {"alphacomposite",
                       "paste",
                       "watermark",
                       {"screen", "mode=screen"},
                       {"darken", "mode=darken"},
                       {"lighten", "mode=lighten"}},
          .nearest_to = {"overlay", "softlight", "hardlight", "colordodge"}};
}

op::Types composite_outputs(const op::Arguments&, const op::Types& inputs) {
  const PixelFormat image = inputs.image(0).format, picture = inputs.image(1).format;
  const int below = colours_of(image), above = colours_of(picture);
  const bool mixes = image.type == picture.type || (is_integer(image.type) && is_integer(picture.type));
  ImageType result = inputs.image(0);
  result.format.channels += std::max(below, above) - below;
  if (!mixes || (below != above && below > 1 && above > 1) || result.format.channels > max_channels)
    point::refuse("composite", {image, picture}, "one type, or u8 and u16; as many colours, or one of them grey");
  return std::vector<ValueType>{result};
}

std::string composite_note(const op::Instance& problem) {
  const PixelFormat image = problem.inputs.image(0).format, picture = problem.inputs.image(1).format;
  std::vector<std::string> notes;
  if (colours_of(image) < colours_of(picture)) notes.emplace_back("the grey image becomes coloured, as its picture is");
  if (image.type != picture.type)
    notes.push_back(
        fmt::format("the picture of {} is taken to {}, white to white", name_of(picture.type), name_of(image.type)));
  return notes.empty() ? "" : fmt::format("composite: {}", fmt::join(notes, ", and "));
}

struct Stretch {
  std::int64_t first, count;
};

// What a stretch of a side of the image reads of the picture, which has `length` pixels from `place` on: at least one
// pixel, since no image is empty.
Stretch read_of(std::int64_t first, std::int64_t count, std::int64_t place, std::int64_t length) {
  const std::int64_t begin = std::clamp<std::int64_t>(first - place, 0, length - 1);
  const std::int64_t end = std::clamp<std::int64_t>(first + count - place, begin + 1, length);
  return {begin, end - begin};
}

Rect composite_reads(const op::Instance& problem, const Rect& region, std::size_t input) {
  if (input == 0) return region;
  const PicturePlace place = picture_place(problem);
  const Size picture = problem.inputs.image(1).size;
  const Stretch columns = read_of(region.x, region.width, place.x, picture.width);
  const Stretch rows = read_of(region.y, region.height, place.y, picture.height);
  return {columns.first, rows.first, columns.count, rows.count};
}

}  // namespace

int colours_of(const PixelFormat& format) {
  return format.channels - (format.alpha ? 1 : 0);
}

double picture_scale(const op::Instance& problem) {
  return max_value(problem.inputs.image(0).format.type) / max_value(problem.inputs.image(1).format.type);
}

PicturePlace picture_place(const op::Instance& problem) {
  const Size image = problem.inputs.image(0).size, picture = problem.inputs.image(1).size;
  const Gravity gravity = gravity_of(problem.arguments.text("gravity"));
  return {place_for(gravity.x, image.width, problem.arguments.integer("x"), picture.width),
          place_for(gravity.y, image.height, problem.arguments.integer("y"), picture.height)};
}

op::Op composite() {
  op::Op op;
  op.info = describe_composite();
  op.outputs = composite_outputs;
  op.note = composite_note;
  op.space = [](const auto&, const auto&) { return composite_space(); };
  op.initial = composite_initial;
  op.rule = composite_rule;
  op.alphas = {Alpha::keep};
  op.reads = composite_reads;
  op.placement = [](const op::Instance&) { return Placement{}; };
  op.make = composite_make;
  op.mismatch = composite_mismatch;
  op.cases = composite_cases;
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  return op;
}

}  // namespace lenslet::ops

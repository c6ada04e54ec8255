// Cuts a rectangle out of an image.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "ops/gravity.hpp"
#include "ops/move/move.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr double longest = 1 << 30;

constexpr char of_ratio[] = "auto";

[[noreturn]] void refuse_crop(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, "crop: " + what);
}

Gravity gravity_in(const op::Arguments& arguments) {
  const std::string& word = arguments.text("gravity");
  return gravity_of(word != of_ratio ? word : arguments.real("ratio") == 0 ? "northwest" : "centre");
}

// The longest part at a distance from where gravity draws it.
std::int64_t room_for(Along along, std::int64_t side, std::int64_t distance) {
  return side - (along == Along::middle ? 2 : 1) * distance;
}

std::int64_t side_by(double factor, std::int64_t other) {
  return std::max<std::int64_t>(std::llround(factor * static_cast<double>(other)), 1);
}

// The largest part of the ratio, or the one with the side that is given.
Size size_by_ratio(double ratio, std::optional<int> width, std::optional<int> height, Size room) {
  if (width) return {*width, side_by(1 / ratio, *width)};
  if (height) return {side_by(ratio, *height), *height};
  const Size by_height{side_by(ratio, room.height), room.height};
  return by_height.width <= room.width ? by_height : Size{room.width, side_by(1 / ratio, room.width)};
}

Size size_of_part(const op::Arguments& arguments, Size room) {
  const std::optional<int> width = arguments.integer_or_auto("width"), height = arguments.integer_or_auto("height");
  const double ratio = arguments.real("ratio");
  if (ratio == 0) return {width ? *width : room.width, height ? *height : room.height};
  if (width && height)
    refuse_crop(fmt::format("width {}, height {} and ratio {}; allowed: two of them", *width, *height, ratio));
  if (ratio < 1 / longest)
    refuse_crop(fmt::format("ratio {}; allowed: {} and more, or 0 for none", ratio, 1 / longest));
  return size_by_ratio(ratio, width, height, room);
}

// A part of one side of the image.
struct Extent {
  const char *corner, *side;  // the names of the parameters
  Along along;
  std::int64_t image, distance, length;

  std::int64_t room() const { return room_for(along, image, distance); }
  bool fits(std::int64_t part) const {
    const std::int64_t place = place_for(along, image, distance, part);
    return place >= 0 && place + part <= image;
  }
};

// What places and sizes depend on, where it is given: " (gravity east, ratio 2)".
std::string asked_besides(const op::Arguments& arguments) {
  std::vector<std::string> words;
  if (arguments.text("gravity") != of_ratio) words.push_back("gravity " + arguments.text("gravity"));
  if (arguments.real("ratio") != 0) words.push_back(fmt::format("ratio {}", arguments.real("ratio")));
  return words.empty() ? "" : fmt::format(" ({})", fmt::join(words, ", "));
}

void check_extent(const Extent& extent, Size image, const std::string& asked) {
  if (extent.fits(extent.length)) return;
  const std::string of_image = fmt::format("the image of {} x {}", image.width, image.height);
  const std::int64_t most = extent.along == Along::middle ? extent.image / 2 : extent.image - 1;  // the distance
  if (extent.distance > most)
    refuse_crop(fmt::format("{} {}{} does not lie in {}; allowed: 0 to {}", extent.corner, extent.distance, asked,
                            of_image, most));
  const std::int64_t room = extent.fits(extent.room() + 1) ? extent.room() + 1 : extent.room();
  refuse_crop(fmt::format("{} {} at {} {}{} does not lie in {}; allowed: a {} up to {}", extent.side, extent.length,
                          extent.corner, extent.distance, asked, of_image, extent.side, room));
}

Move crop_of(const op::Arguments& arguments, Size source) {
  const Gravity gravity = gravity_in(arguments);
  const std::int64_t x = arguments.integer("x"), y = arguments.integer("y");
  const Size room{std::max<std::int64_t>(room_for(gravity.x, source.width, x), 1),
                  std::max<std::int64_t>(room_for(gravity.y, source.height, y), 1)};
  const Size size = size_of_part(arguments, room);
  const std::string asked = asked_besides(arguments);
  check_extent({"x", "width", gravity.x, source.width, x, size.width}, source, asked);
  check_extent({"y", "height", gravity.y, source.height, y, size.height}, source, asked);
  return {.part = {place_for(gravity.x, source.width, x, size.width),
                   place_for(gravity.y, source.height, y, size.height), size.width, size.height}};
}

std::vector<std::string> gravities() {
  std::vector<std::string> words = gravity_words();
  words.insert(words.begin(), of_ratio);
  return words;
}

Parameter corner(const char* name, const char* summary) {
  return integer_parameter(name, summary, 0, 0, longest, "pixels");
}

Parameter side(const char* name, const char* summary) {
  Parameter parameter = integer_parameter(name, summary, 0, 1, longest, "pixels");
  parameter.initial = std::string(automatic_word);
  parameter.automatic = true;
  return parameter;
}

}  // namespace

op::Op crop() {
  return move_op(
      {.name = "crop",
       .summary = "Rectangle of the image, cut out.",
       .details =
           "Column x and row y, from 0, become the first. A width or height that is not given, or auto, goes to the "
           "image's edge. With a gravity the part lies in the middle, or at that side or corner of the image, and x "
           "and y are its distance from there, inwards; from the middle to the right and down. Without one it lies in "
           "the northwest, or where a ratio is given in the centre; one pixel that cannot be shared by two sides goes "
           "to the right or below. A ratio, as 16:9, gives the largest such part, or with a width or a height the "
           "other one, to the nearest pixel. Equals NumPy's image[y:y + height, x:x + width], libvips' crop and, with "
           "a gravity, ImageMagick's -gravity and -crop. To compute a part of another op's result, name its region: "
           "nothing is copied then.",
       .parameters = {corner("x", "The first column, or the distance from where gravity says."),
                      corner("y", "The first row, or the distance from where gravity says."),
                      side("width", "Columns of the result."),
                      side("height", "Rows of the result."),
                      {.name = "gravity",
                       .summary = "Where in the image the part lies.",
                       .kind = ParameterKind::choice,
                       .initial = std::string(of_ratio),
                       .choices = gravities()},
                      {.name = "ratio",
                       .summary = "Width by height of the result, as 16:9 or 1.5; 0: none.",
                       .kind = ParameterKind::real,
                       .initial = 0.0,
                       .minimum = 0,
                       .maximum = longest}},
       .outputs = {},
       .synonyms = {"cut", "extractarea", "imcrop", "roi", "subimage", "centercrop", "centrecrop"}},
      crop_of,
      {{{"x", 2L}, {"y", 1L}, {"width", 5L}, {"height", 4L}},
       {{"x", 1L}},
       {{"y", 3L}},
       {},
       {{"gravity", std::string("southeast")}, {"x", 2L}, {"y", 1L}, {"width", 4L}},
       {{"ratio", 1.0}}});
}

}  // namespace lenslet::ops

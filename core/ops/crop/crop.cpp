// Cuts a rectangle out of an image.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/move/move.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr double longest = 1 << 30;

Move crop_of(const op::Arguments& arguments, Size source) {
  const std::int64_t x = arguments.integer("x"), y = arguments.integer("y");
  const auto side = [&](const char* name, std::int64_t rest) {
    return std::int64_t{arguments.integer_or_auto(name).value_or(static_cast<int>(std::max<std::int64_t>(rest, 1)))};
  };
  const Rect part{x, y, side("width", source.width - x), side("height", source.height - y)};
  if (x + part.width <= source.width && y + part.height <= source.height) return {.part = part};
  throw Error(ErrorKind::invalid_argument, fmt::format("crop: {} does not lie in the image of {} x {}", to_string(part),
                                                       source.width, source.height));
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
       .details = "Column x and row y, from 0, become the first. A width or height that is not given, or auto, goes to "
                  "the image's edge. Equals NumPy's image[y:y + height, x:x + width] and libvips' crop. To compute a "
                  "part of another op's result, name its region: nothing is copied then.",
       .parameters = {corner("x", "The first column."), corner("y", "The first row."),
                      side("width", "Columns of the result."), side("height", "Rows of the result.")},
       .outputs = {},
       .synonyms = {"cut", "extractarea", "imcrop", "roi", "subimage"}},
      crop_of, {{{"x", 2L}, {"y", 1L}, {"width", 5L}, {"height", 4L}}, {{"x", 1L}}, {{"y", 3L}}, {}});
}

}  // namespace lenslet::ops

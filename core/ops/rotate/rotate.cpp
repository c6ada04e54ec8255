// Turns an image by quarters.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/move/move.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

Move rotate_of(const op::Arguments& arguments, Size source) {
  const int degrees = arguments.integer("degrees");
  if (degrees % 90 != 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("rotate: {} degrees; allowed: 90, 180, 270", degrees));
  return {.part = {0, 0, source.width, source.height},
          .turned = degrees != 180,
          .right_to_left = degrees != 90,
          .bottom_up = degrees != 270};
}

}  // namespace

op::Op rotate() {
  return move_op({.name = "rotate",
                  .summary = "The image turned clockwise by one, two or three quarters.",
                  .details = "90: the left column becomes the top row, as OpenCV's ROTATE_90_CLOCKWISE and libvips' "
                             "rot d90. NumPy's rot90 and Pillow's ROTATE_90 turn the other way: theirs is 270 here.",
                  .parameters = {integer_parameter("degrees", "90, 180 or 270, clockwise.", 90, 90, 270, "degrees")},
                  .outputs = {},
                  .synonyms = {"rot", "turn", {"rot90", "degrees=270"}, {"rot180", "degrees=180"}},
                  .nearest_to = {"imrotate", "warpaffine", "deskew"}},
                 rotate_of, {{{"degrees", 90L}}, {{"degrees", 180L}}, {{"degrees", 270L}}});
}

}  // namespace lenslet::ops

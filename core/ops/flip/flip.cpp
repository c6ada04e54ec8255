// Mirrors an image.
#include "ops/move/move.hpp"

namespace lenslet::ops {
namespace {

Move flip_of(const op::Arguments& arguments, Size source) {
  const std::string& direction = arguments.text("direction");
  return {.part = {0, 0, source.width, source.height},
          .right_to_left = direction != "vertical",
          .bottom_up = direction != "horizontal"};
}

}  // namespace

op::Op flip() {
  const auto way = [](const char* direction) {
    return std::map<std::string, Value>{{"direction", std::string(direction)}};
  };
  return move_op({.name = "flip",
                  .summary = "Mirrored: left and right, top and bottom, or both change places.",
                  .details = "horizontal: the last column becomes the first, as OpenCV's flip with code 1, NumPy's "
                             "fliplr and libvips' flip horizontal. vertical: the last row becomes the first (code 0, "
                             "flipud). both: half a turn (code -1).",
                  .parameters = {{.name = "direction",
                                  .summary = "What changes places.",
                                  .kind = ParameterKind::choice,
                                  .initial = std::string("horizontal"),
                                  .choices = {"horizontal", "vertical", "both"}}},
                  .outputs = {},
                  .synonyms = {"mirror",
                               {"fliplr", "direction=horizontal"},
                               {"hflip", "direction=horizontal"},
                               {"flop", "direction=horizontal"},
                               {"flipud", "direction=vertical"},
                               {"vflip", "direction=vertical"}}},
                 flip_of, {way("horizontal"), way("vertical"), way("both")});
}

}  // namespace lenslet::ops

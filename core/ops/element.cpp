// Makes the shapes of OpenCV's getStructuringElement.
#include "ops/element.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/given_mask.hpp"
#include "ops/window_side.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

// Fills a row of the shape: its pixels within `reach` of the middle one, as far as the window goes.
void fill_row(stencil::Mask& element, const WindowSides& window, int y, int reach) {
  const int middle = window.width / 2;
  for (int x = middle - reach; x <= std::min(middle + reach, window.width - 1); ++x)
    element.taps[static_cast<std::size_t>(y * element.width + x)] = 1;
}

// The cross is the middle row and the middle column.
int reach_of_cross(const WindowSides& window, int dy) {
  return dy == 0 ? window.width / 2 : 0;
}

// Rounds as OpenCV does: an ellipse of one row is one pixel.
int reach_of_ellipse(const WindowSides& window, int dy) {
  const int column = window.width / 2, row = window.height / 2;
  if (row == 0) return 0;
  const double square = row * row;
  return static_cast<int>(std::lrint(column * std::sqrt((square - dy * dy) * (1 / square))));
}

int reach_of(const std::string& shape, const WindowSides& window, int dy) {
  if (shape == "cross") return reach_of_cross(window, dy);
  return shape == "ellipse" ? reach_of_ellipse(window, dy) : window.width / 2;
}

stencil::Mask element_of_shape(const std::string& shape, const WindowSides& window) {
  // Behind an even side zeros make the mask's side odd.
  const int width = window.width | 1, height = window.height | 1;
  stencil::Mask element{width, height, stencil::Taps(static_cast<std::size_t>(width * height))};
  for (int y = 0; y < window.height; ++y) fill_row(element, window, y, reach_of(shape, window, y - window.height / 2));
  return element;
}

stencil::Mask element_of_matrix(const char* op, const Matrix& matrix) {
  const GivenMask kind{op, "element", stencil::max_window};
  const stencil::Mask element = mask_of(kind, matrix);
  const auto other = std::ranges::find_if(element.taps, [](double tap) { return tap != 0 && tap != 1; });
  if (other != element.taps.end())
    refuse_mask(kind, fmt::format("row {} has {}, allowed: 0 and 1", (other - element.taps.begin()) / element.width + 1,
                                  *other));
  if (std::ranges::count(element.taps, 1.0) == 0)
    refuse_mask(kind, "has no 1, allowed: one or more, as in '0 1 0; 1 1 1; 0 1 0'");
  return element;
}

}  // namespace

std::vector<Parameter> element_parameters() {
  std::vector<Parameter> list = window_parameters(Sides::all);
  list.push_back({.name = "shape",
                  .summary = "What of the window counts.",
                  .kind = ParameterKind::choice,
                  .initial = std::string("rectangle"),
                  .choices = {"rectangle", "ellipse", "cross"}});
  list.push_back({.name = "element",
                  .summary = "In place of a shape: rows of 0 and 1; odd sides up to 255.",
                  .kind = ParameterKind::matrix,
                  .initial = Matrix(),
                  .automatic = true});
  return list;
}

stencil::Mask element_of(const char* op, const Arguments& args) {
  const Matrix& element = args.matrix("element");
  const std::string& shape = args.text("shape");
  const WindowSides window = window_sides(op, args, Sides::all);
  if (element.empty()) return element_of_shape(shape, window);
  if (shape != "rectangle")
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{}: shape is {} and an element is given, allowed: one of them", op, shape));
  return element_of_matrix(op, element);
}

}  // namespace lenslet::ops

// Grey-scale dilation with a rectangle.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/filter.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr int largest_side = 11;

OpInfo describe() {
  return {.name = "dilate",
          .summary = "Largest sample of the window: bright regions grow.",
          .details =
              "out = max of the ksize x ksize_y samples, exact for every type. A window with a NaN gives any of its "
              "samples. Equals OpenCV's dilate with a rectangle, where the border is one of both, and SciPy's "
              "maximum_filter.",
          .parameters = {integer_parameter("ksize", "Width of the window, odd.", 3, 1, largest_side, "pixels"),
                         integer_parameter("ksize_y", "Height of the window, odd; 0: as ksize.", 0, 0, largest_side,
                                           "pixels")},
          .outputs = {"out"}};
}

int radius(int side) {
  if (side % 2 == 1) return side / 2;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("dilate: a side is {}, allowed: odd sides up to {}", side, largest_side));
}

std::vector<stencil::Truth> largest(const stencil::Window& window, int radius_x, int radius_y) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double result = -infinity;
  for (int dy = -radius_y; dy <= radius_y; ++dy)
    for (int dx = -radius_x; dx <= radius_x; ++dx) {
      if (std::isnan(window.at(dx, dy))) return {{-infinity, infinity}};
      result = std::max(result, window.at(dx, dy));
    }
  return {{result, result}};
}

stencil::Stencil make(const Arguments& args, PixelType) {
  stencil::Stencil result;
  result.radius_x = radius(args.integer("ksize"));
  result.radius_y = args.integer("ksize_y") == 0 ? result.radius_x : radius(args.integer("ksize_y"));
  result.body = "dilate.cl";
  result.arithmetic = stencil::Arithmetic::native;
  result.reference = [x = result.radius_x, y = result.radius_y](const stencil::Window& window) {
    return largest(window, x, y);
  };
  return result;
}

}  // namespace

Filter dilate() {
  return {describe(), make, {{}, {{"ksize", 5L}, {"ksize_y", 7L}}, {{"ksize", 1L}, {"ksize_y", 3L}}}};
}

}  // namespace lenslet::ops

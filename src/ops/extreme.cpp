// Grey-scale morphology with a rectangle.
#include "ops/extreme.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "ops/window_side.hpp"

namespace lenslet::ops {
namespace {

using stencil::Extreme;

// A window with a NaN has no order: any result is right.
stencil::Truth extreme_of(const stencil::Window& window, int radius_x, int radius_y, Extreme extreme) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool largest = extreme == Extreme::greatest;
  double result = largest ? -infinity : infinity;
  for (int dy = -radius_y; dy <= radius_y; ++dy)
    for (int dx = -radius_x; dx <= radius_x; ++dx) {
      const double sample = window.at(dx, dy);
      if (std::isnan(sample)) return {-infinity, infinity};
      result = largest ? std::max(result, sample) : std::min(result, sample);
    }
  return {result, result};
}

stencil::Stencil make_extreme(const std::string& op, const Arguments& args, Extreme extreme) {
  stencil::Stencil result;
  const auto [width, height] = window_sides(op, args);
  result.radius_x = width / 2;
  result.radius_y = height / 2;
  result.body = "extreme.cl";
  result.defines = {{"LARGEST", extreme == Extreme::greatest ? "1" : "0"}};
  result.arithmetic = stencil::Arithmetic::native;
  result.extreme = extreme;
  result.reference = [x = result.radius_x, y = result.radius_y, extreme](const stencil::Window& window) {
    return std::vector<stencil::Truth>{extreme_of(window, x, y, extreme)};
  };
  return result;
}

}  // namespace

Filter extreme_filter(Extreme extreme, std::string name, std::string summary, std::string details) {
  const auto make = [name, extreme](const Arguments& args, PixelType) { return make_extreme(name, args, extreme); };
  return {{.name = std::move(name),
           .summary = std::move(summary),
           .details = std::move(details),
           .parameters = window_parameters(),
           .outputs = {"out"}},
          make,
          {{}, {{"ksize", 5L}, {"ksize_y", 7L}}, {{"ksize", 1L}, {"ksize_y", 3L}}}};
}

}  // namespace lenslet::ops

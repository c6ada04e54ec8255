// Takes the median of the window.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/filter.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe() {
  return {.name = "median",
          .summary = "Median of the square window: removes specks and keeps edges.",
          .details =
              "out = the middle one of the ksize * ksize sorted samples, exact for every type. A window with a NaN "
              "gives any of its samples. Equals OpenCV's medianBlur (whose border is replicate) and SciPy's "
              "median_filter.",
          .parameters = {{.name = "ksize",
                          .summary = "Side of the window: 3 or 5.",
                          .kind = ParameterKind::integer,
                          .initial = std::int64_t{3},
                          .unit = "pixels"}},
          .outputs = {"out"}};
}

// Makes the reference. NaN has no place in an order: with it any result is right.
stencil::Reference middle_of_window(int radius) {
  return [radius](const stencil::Window& window) -> std::vector<stencil::Truth> {
    std::vector<double> samples;
    for (int dy = -radius; dy <= radius; ++dy)
      for (int dx = -radius; dx <= radius; ++dx) samples.push_back(window.at(dx, dy));
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (std::any_of(samples.begin(), samples.end(), [](double sample) { return std::isnan(sample); }))
      return {{-infinity, infinity}};
    std::sort(samples.begin(), samples.end());
    const double median = samples[samples.size() / 2];
    return {{median, median}};
  };
}

stencil::Stencil make(const Arguments& args, PixelType) {
  const int ksize = args.integer("ksize");
  if (ksize != 3 && ksize != 5)
    throw Error(ErrorKind::invalid_argument, fmt::format("median: ksize is {}, allowed: 3 or 5", ksize));
  stencil::Stencil result;
  result.radius_x = result.radius_y = ksize / 2;
  result.body = "median.cl";
  result.arithmetic = stencil::Arithmetic::native;
  result.reference = middle_of_window(ksize / 2);
  return result;
}

}  // namespace

Filter median() {
  return {describe(), make, {{}, {{"ksize", 5L}}}};
}

}  // namespace lenslet::ops

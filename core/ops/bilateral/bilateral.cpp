// A mean of near and similar pixels, which keeps edges.
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/bilateral/bilateral.hpp"

namespace lenslet::ops {
namespace {

constexpr double share_of_white = 0.1;  // the colours' sigma where none is given
constexpr double reach_of_sigma = 1.5;  // the window's radius where no diameter is given, as OpenCV has it
constexpr double min_sigma_color = 1e-6;
constexpr std::int64_t max_diameter = 255;

constexpr char details[] =
    "Each pixel becomes the mean of those in a round window, weighted by exp(-r^2 / (2 sigma_space^2)) exp(-d^2 / (2 "
    "sigma_color^2)): r is the distance in pixels, d the difference of the colours, the sum of the channels' absolute "
    "differences, so that all channels of a pixel have one weight. As OpenCV's bilateralFilter, which takes u8 and f32 "
    "of one and three channels, and whose tables of weights for f32 are coarser. scikit-image's denoise_bilateral has "
    "a square window and the Euclidean difference of colours from 0 to 1. The window's radius is d / 2, rounded down, "
    "and at least 1; without d it is 1.5 sigma_space, rounded. Without sigma_color it is a tenth of white: 25.5 (u8), "
    "6553.5 (u16) or 0.1 (f16, f32); OpenCV has no default. Weights are computed in f32, each within 3e-5 of itself, "
    "and none is less than 2^-126. Where the image has alpha, colours are weighted by it: the difference is that of "
    "the weighted colours and of alpha, so that what is transparent has no colour. With alpha kept, it takes no part; "
    "filtered, it is a channel like the others. Where a window holds NaN or an infinity in a channel, the result is "
    "NaN "
    "in all channels but the alpha that is kept.";

std::vector<Parameter> parameters() {
  return {{.name = "d",
           .summary = "Diameter of the window; auto: as sigma_space says.",
           .kind = ParameterKind::integer,
           .initial = std::string(automatic_word),
           .unit = "pixels",
           .minimum = 1,
           .maximum = static_cast<double>(max_diameter),
           .automatic = true},
          {.name = "sigma_color",
           .summary = "Difference of colours that weighs exp(-1/2), in units of the samples; 0: a tenth of white.",
           .kind = ParameterKind::real,
           .initial = 0.0,
           .minimum = 0,
           .maximum = 1e9},
          {.name = "sigma_space",
           .summary = "Distance that weighs exp(-1/2).",
           .kind = ParameterKind::real,
           .initial = 3.0,
           .unit = "pixels",
           .minimum = 0.1,
           .maximum = 1e6}};
}

double sigma_color_of(const op::Instance& problem) {
  const double given = problem.arguments.real("sigma_color");
  if (given == 0) return share_of_white * max_value(problem.inputs.image(0).format.type);
  if (given >= min_sigma_color) return given;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("bilateral: sigma_color {}; allowed: 0, or {} and more", given, min_sigma_color));
}

int radius_of(const op::Instance& problem) {
  if (const auto d = problem.arguments.integer_or_auto("d")) return std::max(*d / 2, 1);
  const double sigma = problem.arguments.real("sigma_space"), radius = std::nearbyint(reach_of_sigma * sigma);
  if (2 * radius + 1 <= max_diameter) return std::max(static_cast<int>(radius), 1);
  throw Error(ErrorKind::invalid_argument,
              fmt::format("bilateral: sigma_space {} makes a window of {} pixels; allowed: to {}, or give d", sigma,
                          2 * radius + 1, max_diameter));
}

// The function's arguments, see bilateral.cl.
ColourWindow window_of(const op::Instance& problem) {
  const Bilateral bilateral = bilateral_of(problem);
  ColourWindow window{.file = "bilateral.cl", .radius = bilateral.radius};
  window.numbers = {static_cast<float>(-bilateral.by_color / std::numbers::ln2)};
  window.table = {static_cast<std::int32_t>(bilateral.places.size())};
  for (const auto& [x, y] : bilateral.places) {
    window.numbers.push_back(static_cast<float>(-bilateral.by_space * (x * x + y * y) / std::numbers::ln2));
    window.table.insert(window.table.end(), {x, y});
  }
  return window;
}

std::vector<ArgumentMap> samples_of(SampleType type) {
  const double similar = type == SampleType::u16 ? 15000 : 60;
  return {{{"d", std::int64_t{5}}, {"sigma_color", similar}},
          {{"sigma_color", similar}, {"sigma_space", 1.5}},
          {{"d", std::int64_t{9}}, {"sigma_color", 4 * similar}, {"sigma_space", 75.0}},
          {{"d", std::int64_t{4}}},
          {{"d", std::int64_t{1}}, {"sigma_color", similar}, {"sigma_space", 0.2}},
          {{"d", std::int64_t{41}}, {"sigma_color", similar}, {"sigma_space", 10.0}}};
}

}  // namespace

Bilateral bilateral_of(const op::Instance& problem) {
  const double color = sigma_color_of(problem), space = problem.arguments.real("sigma_space");
  Bilateral result{radius_of(problem), 1 / (2 * color * color), 1 / (2 * space * space), {}};
  for (int y = -result.radius; y <= result.radius; ++y)
    for (int x = -result.radius; x <= result.radius; ++x)
      if (x * x + y * y <= result.radius * result.radius) result.places.emplace_back(x, y);
  return result;
}

op::Op bilateral() {
  return colour_window_op({.info = {.name = "bilateral",
                                    .summary = "A mean of near and similar pixels, which keeps edges.",
                                    .details = details,
                                    .parameters = parameters(),
                                    .outputs = {"out"},
                                    .synonyms = {"bilateralfilter", "denoisebilateral", "imbilatfilt"},
                                    .nearest_to = {"surfaceblur", "guidedfilter", "edgepreservingfilter", "denoise"}},
                           .window = window_of,
                           .weights = bilateral_weights,
                           .samples = samples_of});
}

}  // namespace lenslet::ops

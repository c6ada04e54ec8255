// Computes what wide Gaussians must make, and makes images to prove it.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/wide_gaussian/wide_gaussian.hpp"

namespace lenslet::ops {
namespace {

constexpr double rounding = 1e-5;  // of the grid's sums of f32, as a share of the greatest sample

// What sums of f32 over all taps may be off, as a share of the greatest sample: the kernel adds 64 taps, and then the
// sums of such parts. Taps are rounded, too, and so is the row that the second direction reads.
double rounding_of_taps(double sigma) {
  const auto taps = static_cast<double>(wide_taps(sigma).size());
  return (std::min(taps, 64.0) + std::ceil(taps / 64) + 2) * 0x1p-24;
}

// A channel in double, row by row.
struct Plane {
  std::int64_t width, height;
  std::vector<double> samples;

  double& at(std::int64_t x, std::int64_t y) { return samples[static_cast<std::size_t>(y * width + x)]; }
  double at(std::int64_t x, std::int64_t y) const { return samples[static_cast<std::size_t>(y * width + x)]; }
};

// A blurred channel, and the most by which its samples may differ.
struct Blurred {
  Plane plane;
  double error;
};

// For each place of a line, the sum over all taps. Where pixels stand for several of a window, their taps are added.
template <class At>
std::vector<double> blurred_line(std::int64_t length, const std::vector<double>& taps, Border border, double outside,
                                 const At& at) {
  const auto radius = static_cast<std::int64_t>(taps.size() / 2);
  std::vector<double> extended, line;
  for (std::int64_t i = -radius; i < length + radius; ++i) {
    const std::int64_t place = border_index(i, length, border);
    extended.push_back(place < 0 ? outside : at(place));
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < taps.size(); ++j) sum += taps[j] * extended[i + j];
    line.push_back(sum);
  }
  return line;
}

void blur(Plane& plane, const op::Instance& problem, double outside) {
  const WideSigmas sigmas = wide_sigmas(problem.arguments);
  const std::vector<double> across = wide_taps(sigmas.x), down = wide_taps(sigmas.y);
  for (std::int64_t x = 0; x < plane.width; ++x) {
    const auto line = blurred_line(plane.height, down, problem.border, outside, [&](auto y) { return plane.at(x, y); });
    for (std::int64_t y = 0; y < plane.height; ++y) plane.at(x, y) = line[static_cast<std::size_t>(y)];
  }
  for (std::int64_t y = 0; y < plane.height; ++y) {
    const auto line =
        blurred_line(plane.width, across, problem.border, outside, [&](auto x) { return plane.at(x, y); });
    for (std::int64_t x = 0; x < plane.width; ++x) plane.at(x, y) = line[static_cast<std::size_t>(x)];
  }
}

Plane plane_of(const op::Instance& problem, const Image& image, int channel) {
  const int alpha = image.format().channels - 1;
  const bool weighted = wide_is_weighted(problem) && channel != alpha;
  Plane plane{image.width(), image.height(), {}};
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      plane.samples.push_back(image.at(x, y, channel) * (weighted ? image.at(x, y, alpha) : 1));
  return plane;
}

// What a result may be off that is made of samples between these.
double error_of(const op::Instance& problem, double least, double greatest, WideWay way) {
  const double largest = std::max(std::abs(least), std::abs(greatest));
  if (way == WideWay::grid) return wide_error * (greatest - least) + rounding * largest;
  const WideSigmas sigmas = wide_sigmas(problem.arguments);
  return (rounding_of_taps(sigmas.x) + rounding_of_taps(sigmas.y)) * largest;
}

Blurred blurred_channel(const op::Instance& problem, const Image& image, int channel, WideWay way) {
  Plane plane = plane_of(problem, image, channel);
  const double outside = wide_outside(problem)[static_cast<std::size_t>(channel)];
  auto [least, greatest] = std::ranges::minmax(plane.samples);
  if (problem.border == Border::constant) {
    least = std::min(least, outside);
    greatest = std::max(greatest, outside);
  }
  const double error = error_of(problem, least, greatest, way);
  if (std::isfinite(error)) blur(plane, problem, outside);
  return {std::move(plane), error};
}

// A colour from the sum of weighted colours and that of the weights.
op::Range unweighted(double colour, double error, double alpha, double error_of_alpha) {
  if (alpha + error_of_alpha <= 0) return {0, 0};
  if (alpha - error_of_alpha <= 0) return op::any_value;
  const double value = colour / alpha;
  const double off = (error + std::abs(value) * error_of_alpha) / (alpha - error_of_alpha) + std::abs(value) * rounding;
  return {value - off, value + off};
}

class Reference {
 public:
  Reference(const op::Instance& problem, const Image& image, WideWay way)
      : image_(image), weighted_(wide_is_weighted(problem)), kept_(wide_keeps_alpha(problem)) {
    for (int c = 0; c < image.format().channels; ++c) channels_.push_back(blurred_channel(problem, image, c, way));
  }

  op::Range at(std::int64_t x, std::int64_t y, int channel) const {
    const auto& [plane, error] = channels_[static_cast<std::size_t>(channel)];
    const bool is_last = channel == image_.format().channels - 1;
    if (kept_ && is_last) return {image_.at(x, y, channel), image_.at(x, y, channel)};
    if (!std::isfinite(error)) return op::any_value;
    const double value = plane.at(x, y);
    if (!weighted_ || is_last) return {value - error, value + error};
    return unweighted(value, error, channels_.back().plane.at(x, y), channels_.back().error);
  }

 private:
  const Image& image_;
  bool weighted_, kept_;
  std::vector<Blurred> channels_;
};

struct WideShape {
  Size size;
  double sigma, sigma_y;
};

op::Case case_of(std::size_t number) {
  constexpr WideShape shapes[] = {{{37, 23}, 22, 0},   {{301, 41}, 25, 3}, {{1, 1}, 50, 0},   {{64, 40}, 1000, 0},
                                  {{150, 97}, 33, 21}, {{5, 130}, 1, 60},  {{97, 3}, 40, 200}};
  constexpr PixelFormat layouts[] = {{{}, 1}, {{}, 3}, {{}, 4, true}, {{}, 2, true}, {{}, 4}, {{}, 2}};
  constexpr Alpha alphas[] = {Alpha::premultiply, Alpha::keep, Alpha::filter};
  const WideShape& shape = shapes[number % std::size(shapes)];
  PixelFormat format = layouts[number % std::size(layouts)];
  format.type = filter_types[(number / 2) % std::size(filter_types)];
  const ImageType type{format, shape.size};
  op::Case one{
      {"gaussian", {{"sigma", shape.sigma}, {"sigma_y", shape.sigma_y}}},
      {op::random_value(type, format.alpha && !is_integer(format.type) ? array::Fill::small : array::Fill::random,
                        static_cast<std::uint32_t>(number))},
      fmt::format("{}, sigma {} and {}", to_string(type), shape.sigma, shape.sigma_y)};
  one.options.border = extending_borders[number % std::size(extending_borders)];
  one.options.border_value = {0.25, 7, 130, 201};
  if (format.alpha) one.options.alpha = alphas[number / 3 % std::size(alphas)];
  one.what += fmt::format(", border {}", name_of(*one.options.border));
  return one;
}

}  // namespace

std::optional<std::string> wide_mismatch(const op::Instance& problem, const op::HostValues& in,
                                         const op::HostValues& out, WideWay way) {
  const Reference reference(problem, in.image(0), way);
  return op::first_outside(out.image(0), [&](auto x, auto y, int c) { return reference.at(x, y, c); });
}

std::vector<op::Case> wide_cases(int effort) {
  std::vector<op::Case> cases;
  for (std::size_t number = 0; number < (effort == 0 ? 7U : effort == 1 ? 14U : 70U); ++number)
    cases.push_back(case_of(number));
  return cases;
}

}  // namespace lenslet::ops

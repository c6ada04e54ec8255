// Finds the weights of a wide Gaussian's stages, in double.
#include "ops/wide_gaussian/wide_axis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "ops/wide_gaussian/wide_fit.hpp"

namespace lenslet::ops {
namespace {

constexpr double steps_per_sigma = 4;  // of the grid, at least
constexpr double least_sigma = 8;      // below it a grid of two pixels saves nothing
constexpr double share = 0.85;         // standard deviation of `down` and of `up`, in steps of the grid
constexpr int half_taps = 4;           // of `up`, on each side of a pixel
constexpr double cut = 4;              // standard deviations at which taps end

int radius_of(double sigma) {
  return static_cast<int>(cut * sigma + 0.5);
}

// The grid of a sigma. A small one has no grid: `down` is the whole Gaussian.
struct Grid {
  std::int64_t step;
  int radius_down, half;  // half: the taps of `up` on each side, or 0 for the one at the pixel's own place
  double sigma_down;
  std::vector<double> mid;
  int radius_mid = static_cast<int>(mid.size() / 2);

  std::int64_t first() const { return (half > 0 ? 1 - half : 0) - radius_mid; }
};

Grid grid_of(double sigma) {
  if (sigma < least_sigma) return {1, radius_of(sigma), 0, sigma, {1}};
  const auto step = static_cast<std::int64_t>(sigma / steps_per_sigma);
  const auto pixels = static_cast<double>(step);
  return {step, static_cast<int>(std::ceil(cut * share * pixels)), half_taps, share * pixels,
          fitted_weights(sigma / pixels, (radius_of(sigma) + 0.5) / pixels, std::numbers::sqrt2 * share)};
}

// Gaussian weights at places that are `step` apart, from `first` on, with the sum 1.
std::vector<double> gaussian_weights(double sigma, double first, double step, int count) {
  std::vector<double> weights;
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const double place = first + i * step;
    weights.push_back(std::exp(-place * place / (2 * sigma * sigma)));
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

std::vector<double> centred_weights(double sigma, int radius) {
  return gaussian_weights(sigma, -radius, 1, 2 * radius + 1);
}

void add_tap(WideSums& sums, std::int64_t place, double weight) {
  sums.places.push_back(static_cast<std::int32_t>(place));
  sums.weights.push_back(static_cast<float>(weight));
}

void end_place(WideSums& sums, double rest = 0) {
  sums.begins.push_back(static_cast<std::int32_t>(sums.places.size()));
  sums.rests.push_back(static_cast<float>(rest));
}

void add_run(WideSums& sums, std::int64_t first, const std::vector<double>& weights) {
  for (std::size_t i = 0; i < weights.size(); ++i) add_tap(sums, first + static_cast<std::int64_t>(i), weights[i]);
  end_place(sums);
}

// Adds a window that leaves the image: pixels that stand for several outside get the sum of their weights.
void add_folded(WideSums& sums, std::int64_t first, const std::vector<double>& weights, std::int64_t length,
                Border border) {
  std::map<std::int64_t, double> folded;
  for (std::size_t i = 0; i < weights.size(); ++i)
    folded[border_index(first + static_cast<std::int64_t>(i), length, border)] += weights[i];
  double rest = 0;
  for (const auto& [place, weight] : folded) {
    if (place < 0)
      rest = weight;
    else
      add_tap(sums, place, weight);
  }
  end_place(sums, rest);
}

WideSums down_sums(const Grid& grid, std::int64_t length, Border border) {
  WideSums sums;
  const std::vector<double> weights = centred_weights(grid.sigma_down, grid.radius_down);
  const std::int64_t last = (length - 1) / grid.step + grid.half + grid.radius_mid;
  for (std::int64_t k = grid.first(); k <= last; ++k) {
    const std::int64_t first = k * grid.step - grid.radius_down;
    if (first >= 0 && first + static_cast<std::int64_t>(weights.size()) <= length)
      add_run(sums, first, weights);
    else
      add_folded(sums, first, weights, length, border);
  }
  return sums;
}

WideSums mid_sums(const Grid& grid, std::int64_t count) {
  WideSums sums;
  for (std::int64_t place = 0; place + 2 * grid.radius_mid < count; ++place) add_run(sums, place, grid.mid);
  return sums;
}

WideSums up_sums(const Grid& grid, std::int64_t length) {
  WideSums sums;
  std::vector<std::vector<double>> phases;
  const auto step = static_cast<double>(grid.step);
  for (std::int64_t phase = 0; phase < grid.step; ++phase)
    phases.push_back(grid.half == 0
                         ? std::vector<double>{1}
                         : gaussian_weights(grid.sigma_down, (1 - grid.half) * step - static_cast<double>(phase), step,
                                            2 * grid.half));
  for (std::int64_t x = 0; x < length; ++x)
    add_run(sums, x / grid.step, phases[static_cast<std::size_t>(x % grid.step)]);
  return sums;
}

// What a stage reads for the places of a span. The taps of a place ascend. Where places grow, too, the first and the
// last tell all: each launch asks for all its arguments, of which there are many.
WideSpan read_by(const WideSums& sums, const WideSpan& span, bool grow) {
  const std::int64_t step = grow ? std::max<std::int64_t>(span.length() - 1, 1) : 1;
  WideSpan read{std::numeric_limits<std::int64_t>::max(), 0};
  for (std::int64_t place = span.begin; place < span.end; place += step) {
    const auto at = static_cast<std::size_t>(place);
    const auto first = static_cast<std::size_t>(sums.begins[at]), end = static_cast<std::size_t>(sums.begins[at + 1]);
    if (first == end) continue;  // all lies outside
    read.begin = std::min<std::int64_t>(read.begin, sums.places[first]);
    read.end = std::max<std::int64_t>(read.end, sums.places[end - 1] + 1);
  }
  return read.end == 0 ? WideSpan{0, 1} : read;
}

}  // namespace

WideAxis::WideAxis(double sigma, std::int64_t length, Border border) {
  const Grid grid = grid_of(sigma);
  down_ = down_sums(grid, length, border);
  mid_ = mid_sums(grid, down_.count());
  up_ = up_sums(grid, length);
}

WideSpans WideAxis::spans(std::int64_t begin, std::int64_t end) const {
  WideSpans spans;
  spans.result = {std::min(begin, up_.count()), std::min(end, up_.count())};
  spans.blurred = read_by(up_, spans.result, true);
  spans.grid = read_by(mid_, spans.blurred, true);
  spans.source = read_by(down_, spans.grid, false);
  return spans;
}

int wide_reach(double sigma) {
  const Grid grid = grid_of(sigma);
  return grid.radius_down + static_cast<int>(grid.step) * (grid.radius_mid + grid.half + (grid.half > 0 ? 1 : 0));
}

std::vector<double> wide_taps(double sigma) {
  return centred_weights(sigma, radius_of(sigma));
}

}  // namespace lenslet::ops

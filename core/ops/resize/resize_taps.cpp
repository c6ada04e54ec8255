// Computes the weights of each interpolation, in double, by OpenCV's formulas, with antialiasing by Pillow's.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "ops/resize/resize.hpp"

namespace lenslet::ops {
namespace {

constexpr double keys = -0.75;        // parameter of the cubic kernel (Keys 1981), as in OpenCV
constexpr double smooth_keys = -0.5;  // the same with antialiasing, as in Pillow
constexpr double lobes = 3;           // of the lanczos kernel, on each side
constexpr double min_part = 1e-3;     // the least part of a pixel that counts for an area

// Adds a tap. A place beyond an end becomes the end.
void add(Taps& taps, const Side& side, std::int64_t place, double weight) {
  taps.places.push_back(static_cast<std::int32_t>(std::clamp<std::int64_t>(place, 0, side.from - 1)));
  taps.weights.push_back(static_cast<float>(weight));
}

// Repeats the last place with a weight of 0, since all places have the same number of taps.
void fill_up(Taps& taps, const Side& side, std::size_t wanted) {
  while (taps.places.size() < wanted) add(taps, side, taps.places.back(), 0);
}

void add_nearest(Taps& taps, const Side& side, std::int64_t x) {
  add(taps, side, static_cast<std::int64_t>(std::floor(static_cast<double>(x) * side.step)), 1);
}

void add_linear(Taps& taps, const Side& side, std::int64_t x) {
  const double centre = (static_cast<double>(x) + 0.5) * side.step - 0.5, left = std::floor(centre);
  add(taps, side, static_cast<std::int64_t>(left), 1 - (centre - left));
  add(taps, side, static_cast<std::int64_t>(left) + 1, centre - left);
}

double cubic_at(double distance, double a) {
  const double d = std::abs(distance);
  if (d < 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

double sinc(double x) {
  return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
}

double lanczos_at(double distance) {
  return std::abs(distance) < lobes ? sinc(distance) * sinc(distance / lobes) : 0;
}

void add_cubic(Taps& taps, const Side& side, std::int64_t x) {
  const double centre = (static_cast<double>(x) + 0.5) * side.step - 0.5, left = std::floor(centre), t = centre - left;
  for (int i = -1; i <= 2; ++i) add(taps, side, static_cast<std::int64_t>(left) + i, cubic_at(t - i, keys));
}

// Adds taps for all weights, divided by their sum, from the place `first` on.
void add_normalised(Taps& taps, const Side& side, std::int64_t first, const std::vector<double>& weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  for (std::size_t i = 0; i < weights.size(); ++i)
    add(taps, side, first + static_cast<std::int64_t>(i), weights[i] / sum);
}

void add_lanczos(Taps& taps, const Side& side, std::int64_t x) {
  const double centre = (static_cast<double>(x) + 0.5) * side.step - 0.5, left = std::floor(centre);
  std::vector<double> weights;
  for (int i = -2; i <= 3; ++i) weights.push_back(lanczos_at(centre - left - i));
  add_normalised(taps, side, static_cast<std::int64_t>(left) - 2, weights);
}

// A kernel and how far it reaches where nothing is made smaller.
struct Kernel {
  double (*at)(double distance);
  double reach;
};

Kernel kernel_of(Interpolation interpolation) {
  if (interpolation == Interpolation::lanczos) return {lanczos_at, lobes};
  if (interpolation == Interpolation::cubic) return {[](double d) { return cubic_at(d, smooth_keys); }, 2};
  return {[](double d) { return std::max(1 - std::abs(d), 0.0); }, 1};
}

double reach_of(const Kernel& kernel, const Side& side) {
  return kernel.reach * std::max(side.step, 1.0);
}

// Adds the pixels of the image under the kernel, by Pillow's formulas.
void add_antialiased(Taps& taps, const Side& side, std::int64_t x, const Kernel& kernel) {
  const double wide = std::max(side.step, 1.0), reach = reach_of(kernel, side);
  const double centre = (static_cast<double>(x) + 0.5) * side.step;
  const auto first = static_cast<std::int64_t>(std::max(centre - reach + 0.5, 0.0));
  const std::int64_t end = std::min(static_cast<std::int64_t>(centre + reach + 0.5), side.from);
  const std::size_t wanted = taps.places.size() + static_cast<std::size_t>(taps.count);
  std::vector<double> weights;
  for (std::int64_t place = first; place < end; ++place)
    weights.push_back(kernel.at((static_cast<double>(place) - centre + 0.5) / wide));
  add_normalised(taps, side, first, weights);
  fill_up(taps, side, wanted);
}

// Adds the taps of an enlarged image. Most pixels of the result copy one of the source. A pixel over two of them mixes
// both.
void add_enlarged(Taps& taps, const Side& side, std::int64_t x) {
  const double left = std::floor(static_cast<double>(x) * side.step);
  double part = static_cast<double>(x + 1) - (left + 1) / side.step;
  part = part <= 0 ? 0 : part - std::floor(part);
  add(taps, side, static_cast<std::int64_t>(left), 1 - part);
  add(taps, side, static_cast<std::int64_t>(left) + 1, part);
}

// Adds all pixels under one of the result.
void add_area(Taps& taps, const Side& side, std::int64_t x) {
  const double begin = static_cast<double>(x) * side.step, end = begin + side.step;
  const double covered = std::min(side.step, static_cast<double>(side.from) - begin);
  std::int64_t last = std::min(static_cast<std::int64_t>(std::floor(end)), side.from - 1);
  const std::int64_t first = std::min(static_cast<std::int64_t>(std::ceil(begin)), last);
  const std::size_t wanted = taps.places.size() + static_cast<std::size_t>(taps.count);
  if (static_cast<double>(first) - begin > min_part)
    add(taps, side, first - 1, (static_cast<double>(first) - begin) / covered);
  for (std::int64_t place = first; place < last; ++place) add(taps, side, place, 1 / covered);
  if (const double part = end - static_cast<double>(last); part > min_part)
    add(taps, side, last, std::min(std::min(part, 1.0), covered) / covered);
  fill_up(taps, side, wanted);
}

// Tells whether all weights of the last tap are 0.
bool has_spare_tap(const Taps& taps) {
  const auto count = static_cast<std::size_t>(taps.count);
  for (std::size_t i = count - 1; i < taps.weights.size(); i += count)
    if (taps.weights[i] != 0) return false;
  return count > 1;
}

template <class T>
void drop_last_of_each(std::vector<T>& values, std::size_t count) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i % count != count - 1) values[kept++] = values[i];
  values.resize(kept);
}

void drop_last_tap(Taps& taps) {
  const auto count = static_cast<std::size_t>(taps.count--);
  drop_last_of_each(taps.places, count);
  drop_last_of_each(taps.weights, count);
}

// OpenCV enlarges both sides if only one shrinks, and so skips pixels of the source.
bool shrinks(const Side& side) {
  return side.step >= 1;
}

auto plain_adding(Interpolation interpolation, const Side& side) {
  return interpolation == Interpolation::nearest   ? add_nearest
         : interpolation == Interpolation::linear  ? add_linear
         : interpolation == Interpolation::cubic   ? add_cubic
         : interpolation == Interpolation::lanczos ? add_lanczos
         : shrinks(side)                           ? add_area
                                                   : add_enlarged;
}

// Returns the function that adds the taps of a place.
std::function<void(Taps&, const Side&, std::int64_t)> adding(const Resizing& resizing, const Side& side) {
  if (!resizing.antialias) return plain_adding(resizing.interpolation, side);
  return [kernel = kernel_of(resizing.interpolation)](Taps& taps, const Side& of, std::int64_t x) {
    add_antialiased(taps, of, x, kernel);
  };
}

Taps no_taps(const Resizing& resizing, const Side& side) {
  Taps taps;
  taps.count = max_taps(resizing, side);
  return taps;
}

}  // namespace

int max_taps(const Resizing& resizing, const Side& side) {
  if (resizing.antialias) return 2 * static_cast<int>(std::ceil(reach_of(kernel_of(resizing.interpolation), side))) + 1;
  if (resizing.interpolation == Interpolation::nearest) return 1;
  if (resizing.interpolation == Interpolation::cubic) return 4;
  if (resizing.interpolation == Interpolation::lanczos) return 6;
  if (resizing.interpolation == Interpolation::linear || !shrinks(side)) return 2;
  return static_cast<int>(std::ceil(side.step)) + 1;
}

Taps taps_of(const Resizing& resizing, const Side& side) {
  Taps taps = no_taps(resizing, side);
  const auto add_taps = adding(resizing, side);
  for (std::int64_t x = 0; x < side.to; ++x) add_taps(taps, side, x);
  if (has_spare_tap(taps)) drop_last_tap(taps);
  return taps;
}

Taps taps_at(const Resizing& resizing, const Side& side, std::int64_t place) {
  Taps taps = no_taps(resizing, side);
  adding(resizing, side)(taps, side, place);
  return taps;
}

}  // namespace lenslet::ops

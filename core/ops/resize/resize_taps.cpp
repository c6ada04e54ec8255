// Computes the weights of each interpolation, in double, by OpenCV's formulas.
#include <algorithm>
#include <array>
#include <cmath>

#include "ops/resize/resize.hpp"

namespace lenslet::ops {
namespace {

constexpr double keys = -0.75;     // parameter of the cubic kernel (Keys 1981), as in OpenCV
constexpr double min_part = 1e-3;  // the least part of a pixel that counts for an area

// Adds a tap. A place beyond an end becomes the end.
void add(Taps& taps, const Side& side, std::int64_t place, double weight) {
  taps.places.push_back(static_cast<std::int32_t>(std::clamp<std::int64_t>(place, 0, side.from - 1)));
  taps.weights.push_back(static_cast<float>(weight));
}

void add_nearest(Taps& taps, const Side& side, std::int64_t x) {
  add(taps, side, static_cast<std::int64_t>(std::floor(static_cast<double>(x) * side.step)), 1);
}

void add_linear(Taps& taps, const Side& side, std::int64_t x) {
  const double centre = (static_cast<double>(x) + 0.5) * side.step - 0.5, left = std::floor(centre);
  add(taps, side, static_cast<std::int64_t>(left), 1 - (centre - left));
  add(taps, side, static_cast<std::int64_t>(left) + 1, centre - left);
}

void add_cubic(Taps& taps, const Side& side, std::int64_t x) {
  const double centre = (static_cast<double>(x) + 0.5) * side.step - 0.5, left = std::floor(centre), t = centre - left;
  const auto near = [](double d) { return ((keys + 2) * d - (keys + 3)) * d * d + 1; };
  const auto far = [](double d) { return ((keys * d - 5 * keys) * d + 8 * keys) * d - 4 * keys; };
  const std::array<double, 4> weights{far(t + 1), near(t), near(1 - t), far(2 - t)};
  for (int i = 0; i < 4; ++i)
    add(taps, side, static_cast<std::int64_t>(left) - 1 + i, weights[static_cast<std::size_t>(i)]);
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

// Adds all pixels under one of the result. All places get the same number of taps: spare ones repeat the last place
// with a weight of 0.
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
  while (taps.places.size() < wanted) add(taps, side, taps.places.back(), 0);
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

auto adding(const Resizing& resizing, const Side& side) {
  return resizing.interpolation == Interpolation::nearest  ? add_nearest
         : resizing.interpolation == Interpolation::linear ? add_linear
         : resizing.interpolation == Interpolation::cubic  ? add_cubic
         : shrinks(side)                                   ? add_area
                                                           : add_enlarged;
}

Taps no_taps(const Resizing& resizing, const Side& side) {
  Taps taps;
  taps.count = max_taps(resizing, side);
  return taps;
}

}  // namespace

int max_taps(const Resizing& resizing, const Side& side) {
  if (resizing.interpolation == Interpolation::nearest) return 1;
  if (resizing.interpolation == Interpolation::cubic) return 4;
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

// Makes masks: each formula once, with its checks of sizes.
#include "stencil/masks.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "stencil/separate.hpp"

namespace lenslet::stencil {
namespace {

void check_odd(int side, int largest) {
  if (side < 1 || side > largest || side % 2 == 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("mask side is {}, allowed: an odd number from 1 to {}", side, largest));
}

void check_ksize(const char* family, int ksize, std::initializer_list<int> allowed) {
  if (std::find(allowed.begin(), allowed.end(), ksize) == allowed.end())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("ksize is {}, allowed for {}: {}", ksize, family, fmt::join(allowed, ", ")));
}

void check_float(const char* what, double value) {
  if (!(std::abs(value) <= FLT_MAX))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} is {}, allowed: a number of magnitude up to {:.3g}", what, value, FLT_MAX));
}

// Ones, and behind an even number of them a zero.
Taps ones(int side) {
  if (side < 1 || side > max_window)
    throw Error(ErrorKind::invalid_argument, fmt::format("mask side is {}, allowed: 1 to {}", side, max_window));
  Taps taps(static_cast<std::size_t>(side), 1.0);
  if (side % 2 == 0) taps.push_back(0);
  return taps;
}

// The product of two polynomials.
Taps times(const Taps& a, const Taps& b) {
  Taps product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
  return product;
}

Taps gaussian_table(int ksize) {
  switch (ksize) {
    case 1:
      return {1};
    case 3:
      return {1 / 4.0, 2 / 4.0, 1 / 4.0};
    case 5:
      return {1 / 16.0, 4 / 16.0, 6 / 16.0, 4 / 16.0, 1 / 16.0};
    case 7:
      return {2 / 64.0, 7 / 64.0, 14 / 64.0, 18 / 64.0, 14 / 64.0, 7 / 64.0, 2 / 64.0};
    case 9:
      return {4 / 256.0, 13 / 256.0, 30 / 256.0, 51 / 256.0, 60 / 256.0, 51 / 256.0, 30 / 256.0, 13 / 256.0, 4 / 256.0};
    default:
      return {};
  }
}

}  // namespace

Mask outer(const Taps& row, const Taps& column) {
  Mask mask{static_cast<int>(row.size()), static_cast<int>(column.size()), {}};
  for (const double y : column)
    for (const double x : row) mask.taps.push_back(x * y);
  return mask;
}

Mask box_mask(int width, int height) {
  return outer(ones(width), ones(height));
}

Mask plus_mask(double centre, double neighbour) {
  return {3, 3, {0, neighbour, 0, neighbour, centre, neighbour, 0, neighbour, 0}};
}

Taps gaussian_taps(int ksize, double sigma) {
  check_odd(ksize, max_mask);
  Taps taps = sigma > 0 ? Taps{} : gaussian_table(ksize);
  if (!taps.empty()) return taps;
  const int radius = ksize / 2;
  const double spread = sigma > 0 ? sigma : 0.3 * (radius - 1) + 0.8;
  double sum = 0;
  for (int i = -radius; i <= radius; ++i) {
    const double distance = i / spread;
    taps.push_back(std::exp(-0.5 * distance * distance));
    sum += taps.back();
  }
  // A tap that f32 does not hold changes no result, but a tap of 0 can be a factor of the mask.
  for (double& tap : taps) tap = tap / sum < FLT_MIN ? 0 : tap / sum;
  return taps;
}

int gaussian_ksize(double sigma, SampleType type) {
  const double size = std::nearbyint(sigma * (type == SampleType::u8 ? 6 : 8) + 1);
  if (sigma <= 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("sigma is {}, allowed without a ksize: above 0", sigma));
  const double parts = std::ceil((size - 1) / (max_mask - 1));
  if (parts > 1)
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("sigma is {} and wants a mask {} pixels wide; allowed: up to {}. ksize={} cuts the mask off "
                    "there; resize to 1/{}, a sigma of {:.3g} and resize back blur as widely",
                    sigma, size, max_mask, max_mask, parts, sigma / parts));
  return static_cast<int>(size) | 1;
}

Taps derivative_taps(int order, int ksize) {
  Taps taps{1};
  for (int i = 1; i < ksize; ++i) taps = times(taps, i <= order ? Taps{-1, 1} : Taps{1, 1});
  return taps;
}

Mask sobel_mask(int order_x, int order_y, int ksize) {
  check_ksize("sobel", ksize, {1, 3, 5, 7});
  const auto side = [ksize](int order) { return ksize == 1 && order > 0 ? 3 : ksize; };
  return outer(derivative_taps(order_x, side(order_x)), derivative_taps(order_y, side(order_y)));
}

Mask laplacian_mask(int ksize) {
  check_ksize("laplacian", ksize, {1, 3, 5, 7});
  if (ksize == 1) return plus_mask(-4, 1);
  Mask mask = sobel_mask(2, 0, ksize);
  const Mask other = sobel_mask(0, 2, ksize);
  for (std::size_t i = 0; i < mask.taps.size(); ++i) mask.taps[i] += other.taps[i];
  return mask;
}

Mask scharr_mask(int ksize) {
  check_ksize("scharr", ksize, {3, 5, 7, 9});
  const int s = ksize / 2;
  // 1 / (2 s (10/3 + 2)) = 3 / (32 s), which is exact for s = 2 and 4.
  const double corner = ksize == 3 ? 3 : 3.0 / (32 * s);
  const double middle = ksize == 3 ? 10 : 10.0 / (32 * s);
  Taps row(static_cast<std::size_t>(ksize)), column(row);
  row.front() = -1;
  row.back() = 1;
  column.front() = column.back() = corner;
  column[static_cast<std::size_t>(s)] = middle;
  return outer(row, column);
}

Mask transposed(const Mask& mask) {
  Mask result{mask.height, mask.width, {}};
  for (int x = 0; x < mask.width; ++x)
    for (int y = 0; y < mask.height; ++y) result.taps.push_back(mask.at(x, y));
  return result;
}

Mask rotated(const Mask& mask) {
  Mask result = mask;
  std::reverse(result.taps.begin(), result.taps.end());
  return result;
}

Stencil linear(std::vector<Mask> masks, double scale, double delta, SampleType type) {
  check_float("scale", scale);
  check_float("delta", delta);
  Stencil stencil;
  for (const Mask& mask : masks) {
    for (const double tap : mask.taps) check_float("mask tap", tap);
    stencil.radius_x = std::max(stencil.radius_x, mask.width / 2);
    stencil.radius_y = std::max(stencil.radius_y, mask.height / 2);
  }
  stencil.factors = separate_all(masks);
  // The reference sees all taps, so that its bounds count the taps that vanish here.
  stencil.reference = linear_reference({masks, stencil.factors}, scale, delta, type);
  for (Mask& mask : masks)
    for (double& tap : mask.taps)
      if (std::abs(tap) < FLT_MIN) tap = 0;  // devices may take denormals for zero; all shall do the same
  stencil.masks = std::move(masks);
  stencil.scale = scale;
  stencil.delta = delta;
  return stencil;
}

}  // namespace lenslet::stencil

// The truth of linear stencils in double, with the range that the device's f32 arithmetic may reach.
//
// Where a window holds a NaN or an infinity, the truth is what double arithmetic gives, low and high alike. Where
// finite pixels may overflow f32 on the way, the range is -infinity to +infinity: any result is right, NaN too.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

#include "stencil/stencil.hpp"

namespace lenslet::stencil {
namespace {

constexpr double unit_roundoff = 0x1p-24;
constexpr double infinity = std::numeric_limits<double>::infinity();

// A sum with what its error bound needs.
struct Sum {
  double value = 0;
  double magnitude = 0;  // of the terms
  double flushed = 0;    // what vanishes where a device takes denormals for zero, in units of FLT_MIN
  int terms = 0;
};

Sum sum_of(const Mask& mask, const Window& window) {
  Sum sum;
  for (int y = 0; y < mask.height; ++y)
    for (int x = 0; x < mask.width; ++x) {
      const double tap = mask.at(x, y);
      if (tap == 0) continue;
      const double pixel = window.at(x - mask.width / 2, y - mask.height / 2);
      sum.value += tap * pixel;
      sum.magnitude += std::abs(tap * pixel);
      sum.flushed += std::abs(tap) + std::abs(pixel) + 2;
      ++sum.terms;
    }
  return sum;
}

// Higham's gamma_n: the relative error that n roundings can add up to.
double gamma(int n) {
  return n * unit_roundoff / (1 - n * unit_roundoff);
}

Truth within(double value, double magnitude, double error) {
  if (!std::isfinite(value)) return {value, value};
  if (magnitude + error > FLT_MAX) return {-infinity, infinity};
  return {value - error, value + error};
}

// The sums of whole taps on integer samples are integers; they stay below the limit, whatever the samples.
bool fits(const Mask& mask, PixelType type, double limit) {
  double magnitude = 0;
  for (const double tap : mask.taps) {
    if (tap != std::nearbyint(tap)) return false;
    magnitude += std::abs(tap);
  }
  return is_integer(type) && magnitude * max_value(type) < limit;
}

// One rounding of each tap, product and partial sum.
double sum_error(const Sum& sum) {
  return gamma(sum.terms + 1) * sum.magnitude + FLT_MIN * sum.flushed;
}

// Integers are summed in int or long where f32 could not hold them, but only if all masks of the op are integers.
double exact_limit(const std::vector<Mask>& masks, PixelType type) {
  for (const Mask& mask : masks)
    if (!fits(mask, type, 0x1p53)) return 0x1p24;
  return 0x1p53;
}

bool is_power_of_two(double scale) {
  int exponent = 0;
  return std::frexp(std::abs(scale), &exponent) == 0.5 && std::abs(exponent) < 64;
}

struct LinearReference {
  std::vector<Mask> masks;
  double scale;
  double delta;
  std::vector<bool> exact_sums = {};
  std::vector<bool> exact_results = {};

  // Beside the terms' roundings: those of the sum, scale, delta, the product and the last addition.
  Truth affine(const Sum& sum, bool exact_sum) const {
    const double value = scale * sum.value + delta;
    const double sum_magnitude = exact_sum ? std::abs(sum.value) : sum.magnitude;
    const double magnitude = std::abs(scale) * sum_magnitude + std::abs(delta);
    const double flushed = (exact_sum ? 0 : std::abs(scale) * sum.flushed) + std::abs(sum.value) + 3;
    const double error = gamma(exact_sum ? 4 : sum.terms + 4) * magnitude + FLT_MIN * flushed;
    return within(value, std::max(magnitude, sum_magnitude), error);
  }

  std::vector<Truth> operator()(const Window& window) const {
    std::vector<Truth> truths;
    for (std::size_t k = 0; k < masks.size(); ++k) {
      const Sum sum = sum_of(masks[k], window);
      const double value = scale * sum.value + delta;
      truths.push_back(exact_results[k] ? Truth{value, value} : affine(sum, exact_sums[k]));
    }
    return truths;
  }
};

}  // namespace

Reference linear_reference(const std::vector<Mask>& masks, double scale, double delta, PixelType type) {
  LinearReference reference{masks, scale, delta};
  const double limit = exact_limit(masks, type) - std::abs(delta);
  const bool plain = scale == 1 && delta == std::nearbyint(delta) && std::abs(delta) < 0x1p24;
  const bool shifted = is_power_of_two(scale) && delta == 0;
  for (const Mask& mask : masks) {
    const bool exact = fits(mask, type, limit);
    reference.exact_sums.push_back(exact);
    reference.exact_results.push_back(exact && (plain || (shifted && fits(mask, type, 0x1p24))));
  }
  return reference;
}

std::vector<Truth> mask_sums(const std::vector<Mask>& masks, const Window& window, PixelType type) {
  std::vector<Truth> truths;
  for (const Mask& mask : masks) {
    const Sum sum = sum_of(mask, window);
    const double error = fits(mask, type, 0x1p24) ? 0 : sum_error(sum);
    truths.push_back(within(sum.value, sum.magnitude, error));
  }
  return truths;
}

}  // namespace lenslet::stencil

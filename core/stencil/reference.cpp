// The truth of linear stencils in double, with the range that the device's f32 arithmetic may reach.
//
// Where a window holds a NaN or an infinity, low and high are both what double arithmetic gives. Where finite pixels
// may overflow f32 on the way, the range is -infinity to +infinity: any result is right, even NaN.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <numeric>

#include "stencil/exact_sums.hpp"
#include "stencil/stencil.hpp"

namespace lenslet::stencil {
namespace {

constexpr double unit_roundoff = 0x1p-24;
constexpr double infinity = std::numeric_limits<double>::infinity();

// A sum with the quantities of its error bound.
struct Sum {
  double value = 0;
  double magnitude = 0;  // of the terms
  double flushed = 0;    // lost where a device takes denormals for zero, in units of FLT_MIN
  int roundings = 0;     // the most roundings that one term takes part in
};

// The sum over a window. Each tap, product and partial sum is rounded once.
Sum sum_of(const Mask& mask, const Window& window) {
  Sum sum{.roundings = 1};
  for (int y = 0; y < mask.height; ++y)
    for (int x = 0; x < mask.width; ++x) {
      const double tap = mask.at(x, y);
      if (tap == 0) continue;
      const double pixel = window.at(x - mask.width / 2, y - mask.height / 2);
      sum.value += tap * pixel;
      sum.magnitude += std::abs(tap * pixel);
      sum.flushed += std::abs(tap) + std::abs(pixel) + 2;
      ++sum.roundings;
    }
  return sum;
}

std::ptrdiff_t terms_of(const std::vector<double>& taps) {
  return std::ranges::count_if(taps, [](double tap) { return tap != 0; });
}

// The same sum along rows and down the column. Each term meets the roundings of two taps, and of the products and
// partial sums of a row and of a column. Where the factors' product is not exactly the mask, their tolerance counts as
// one more rounding. What a row loses to zero is multiplied by the column's tap.
Sum separated(Sum sum, const Factors& factors) {
  const auto whole = [](double tap) { return tap == std::nearbyint(tap); };
  const bool exact = std::ranges::all_of(factors.row, whole) && std::ranges::all_of(factors.column, whole);
  const auto along = static_cast<double>(terms_of(factors.row)), down = static_cast<double>(terms_of(factors.column));
  sum.roundings = std::max(sum.roundings, static_cast<int>(along + down) + (exact ? 2 : 3));
  const double row_flushed = magnitude_of(factors.row) + 2 * along + 1;
  sum.flushed = std::max(sum.flushed, magnitude_of(factors.column) * row_flushed + 2 * down);
  return sum;
}

Sum sum_of(const Sums& sums, std::size_t k, const Window& window) {
  const Sum sum = sum_of(sums.masks[k], window);
  return sums.factors.empty() ? sum : separated(sum, sums.factors[k]);
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

// Whether sums of whole taps and integer samples stay below the limit, whatever the samples are.
bool fits(const Mask& mask, SampleType type, double limit) {
  double magnitude = 0;
  for (const double tap : mask.taps) {
    if (tap != std::nearbyint(tap)) return false;
    magnitude += std::abs(tap);
  }
  return is_integer(type) && magnitude * max_value(type) < limit;
}

// Whether f32 holds the sums of integer samples without a rounding; results_exactly() asks the same of scaled sums.
// Separated sums are then exact, too, see separate.hpp.
bool sums_exactly(const Mask& mask, SampleType type) {
  return is_integer(type) && is_exact_in_f32(magnitude_of(mask.taps) * max_value(type), common_unit(mask.taps));
}
bool results_exactly(const Mask& mask, double scale, double delta, SampleType type) {
  const double unit = common_unit(mask.taps) * common_unit({scale});
  const double magnitude = magnitude_of(mask.taps) * max_value(type) * std::abs(scale);
  return sums_exactly(mask, type) && is_exact_in_f32(magnitude, unit) &&
         is_exact_in_f32(magnitude + std::abs(delta), std::min(unit, common_unit({delta})));
}

double sum_error(const Sum& sum) {
  return gamma(sum.roundings) * sum.magnitude + FLT_MIN * sum.flushed;
}

// The limit below which integer sums are exact. Sums beyond what f32 holds are int or long, but only if all masks of
// the op have whole taps.
double exact_limit(const std::vector<Mask>& masks, SampleType type) {
  for (const Mask& mask : masks)
    if (!fits(mask, type, 0x1p53)) return 0x1p24;
  return 0x1p53;
}

struct LinearReference {
  Sums sums;
  double scale;
  double delta;
  std::vector<bool> exact_sums = {};
  std::vector<bool> exact_results = {};

  // The bound counts the terms' roundings and those of the sum, scale, delta, the product and the last addition.
  Truth affine(const Sum& sum, bool exact_sum) const {
    const double value = scale * sum.value + delta;
    const double sum_magnitude = exact_sum ? std::abs(sum.value) : sum.magnitude;
    const double magnitude = std::abs(scale) * sum_magnitude + std::abs(delta);
    const double flushed = (exact_sum ? 0 : std::abs(scale) * sum.flushed) + std::abs(sum.value) + 3;
    const double error = gamma(exact_sum ? 4 : sum.roundings + 3) * magnitude + FLT_MIN * flushed;
    return within(value, std::max(magnitude, sum_magnitude), error);
  }

  std::vector<Truth> operator()(const Window& window) const {
    std::vector<Truth> truths;
    for (std::size_t k = 0; k < sums.masks.size(); ++k) {
      const Sum sum = sum_of(sums, k, window);
      const double value = scale * sum.value + delta;
      truths.push_back(exact_results[k] ? Truth{value, value} : affine(sum, exact_sums[k]));
    }
    return truths;
  }
};

}  // namespace

Reference linear_reference(const Sums& sums, double scale, double delta, SampleType type) {
  LinearReference reference{sums, scale, delta};
  const double limit = exact_limit(sums.masks, type) - std::abs(delta);
  const bool plain = scale == 1 && delta == std::nearbyint(delta) && std::abs(delta) < 0x1p24;
  for (const Mask& mask : sums.masks) {
    const bool exact = fits(mask, type, limit);
    reference.exact_sums.push_back(exact || sums_exactly(mask, type));
    reference.exact_results.push_back((exact && plain) || results_exactly(mask, scale, delta, type));
  }
  return reference;
}

std::vector<Truth> mask_sums(const Sums& sums, const Window& window, SampleType type) {
  std::vector<Truth> truths;
  for (std::size_t k = 0; k < sums.masks.size(); ++k) {
    const Sum sum = sum_of(sums, k, window);
    const double error = sums_exactly(sums.masks[k], type) ? 0 : sum_error(sum);
    truths.push_back(within(sum.value, sum.magnitude, error));
  }
  return truths;
}

}  // namespace lenslet::stencil

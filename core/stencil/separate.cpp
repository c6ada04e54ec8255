// Finds factors of a mask. Division finds them where taps are whole, or whole multiples of a power of two. Otherwise
// they are the leading singular vectors, or a row and a column of the mask.
#include "stencil/separate.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "stencil/exact_sums.hpp"

namespace lenslet::stencil {
namespace {

constexpr double whole_limit = 0x1p53;  // whole numbers up to here are exact in double

bool are_whole(const std::vector<double>& taps) {
  return std::ranges::all_of(taps, [](double tap) { return tap == std::rint(tap) && std::abs(tap) <= whole_limit; });
}

bool all_zero(const Mask& mask) {
  return std::ranges::all_of(mask.taps, [](double tap) { return tap == 0; });
}

// Whole factors, which every whole mask of rank 1 has. The row is the mask's row with the first tap that is not zero,
// divided by its greatest common divisor. The column says how often each row of the mask holds that row. The row's sum
// is not negative, so that sums along smoothing rows are never negative.
Factors whole_factors(const Mask& mask) {
  const auto first = std::ranges::find_if(mask.taps, [](double tap) { return tap != 0; }) - mask.taps.begin();
  const int x = static_cast<int>(first % mask.width), y = static_cast<int>(first / mask.width);
  std::int64_t divisor = 0;
  for (int i = 0; i < mask.width; ++i) divisor = std::gcd(divisor, static_cast<std::int64_t>(mask.at(i, y)));
  double sum = 0;
  for (int i = 0; i < mask.width; ++i) sum += mask.at(i, y);
  if (sum < 0) divisor = -divisor;
  Factors factors;
  for (int i = 0; i < mask.width; ++i) factors.row.push_back(mask.at(i, y) / static_cast<double>(divisor));
  for (int j = 0; j < mask.height; ++j)
    factors.column.push_back(mask.at(x, j) / factors.row[static_cast<std::size_t>(x)]);
  return factors;
}

// Multiplies the row by a power of two, so that its magnitudes add up to at most a half, and divides the column by it.
Factors balanced(Factors factors, double unit) {
  int exponent = 0;
  std::frexp(magnitude_of(factors.row), &exponent);
  for (double& tap : factors.row) tap = std::ldexp(tap, -exponent - 1);
  for (double& tap : factors.column) tap = std::ldexp(tap * unit, exponent + 1);
  return factors;
}

// Factors of a mask of multiples of `unit`, a power of two. f32 holds the mask's sums exactly, and then also the sums
// along rows and columns.
std::optional<Factors> unit_factors(Mask mask, double unit) {
  for (double& tap : mask.taps) tap /= unit;
  const Factors factors = whole_factors(mask);
  if (!are_whole(factors.column)) return {};
  return balanced(factors, unit);
}

std::vector<double> row_times(const std::vector<double>& column, const Mask& mask) {
  std::vector<double> row(static_cast<std::size_t>(mask.width), 0);
  for (int y = 0; y < mask.height; ++y)
    for (int x = 0; x < mask.width; ++x)
      row[static_cast<std::size_t>(x)] += column[static_cast<std::size_t>(y)] * mask.at(x, y);
  return row;
}

std::vector<double> times_row(const Mask& mask, const std::vector<double>& row) {
  std::vector<double> column(static_cast<std::size_t>(mask.height), 0);
  for (int y = 0; y < mask.height; ++y)
    for (int x = 0; x < mask.width; ++x)
      column[static_cast<std::size_t>(y)] += mask.at(x, y) * row[static_cast<std::size_t>(x)];
  return column;
}

// Multiplies the taps by the power of two with which their magnitudes add up to at most 1/2.
std::vector<double> small(std::vector<double> taps) {
  int exponent = 0;
  std::frexp(magnitude_of(taps), &exponent);
  for (double& tap : taps) tap = std::ldexp(tap, -exponent - 1);
  return taps;
}

std::pair<int, int> place_of_greatest(const Mask& mask) {
  const auto greatest = std::ranges::max_element(mask.taps, {}, [](double tap) { return std::abs(tap); });
  const int place = static_cast<int>(greatest - mask.taps.begin());
  return {place % mask.width, place / mask.width};
}

std::vector<double> small_row(const Mask& mask, int y) {
  const auto first = mask.taps.begin() + std::ptrdiff_t{y} * mask.width;
  return small({first, first + mask.width});
}

// The leading pair of singular vectors, found from the row of the greatest tap. Suppose that the mask is of rank 1 but
// for the tolerance. Then a multiplication by the mask and back reduces everything beside the pair to the square of the
// tolerance. The terms of these sums all have one sign, so that small components keep all their digits, too.
Factors leading_factors(const Mask& mask) {
  std::vector<double> row = small_row(mask, place_of_greatest(mask).second);
  for (int i = 0; i < 2; ++i) row = small(row_times(small(times_row(mask, row)), mask));
  std::vector<double> column = times_row(mask, row);
  const double square = std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
  for (double& tap : column) tap /= square;
  return Factors{row, column};
}

// The row and the column that cross at the greatest tap. They have all digits of each factor, even where the leading
// vectors are zero but for their greatest components, as at the ends of a long Gaussian.
Factors crossing_factors(const Mask& mask) {
  const auto [x, y] = place_of_greatest(mask);
  Factors factors{small_row(mask, y), {}};
  for (int j = 0; j < mask.height; ++j)
    factors.column.push_back(mask.at(x, j) / factors.row[static_cast<std::size_t>(x)]);
  return factors;
}

bool fits_f32(const std::vector<double>& taps) {
  return std::ranges::all_of(
      taps, [](double tap) { return tap == 0 || (std::abs(tap) >= FLT_MIN && std::abs(tap) <= FLT_MAX); });
}

bool agree(const Factors& factors, const Mask& mask, double tolerance) {
  for (int y = 0; y < mask.height; ++y)
    for (int x = 0; x < mask.width; ++x) {
      const double tap = mask.at(x, y);
      const double product = factors.row[static_cast<std::size_t>(x)] * factors.column[static_cast<std::size_t>(y)];
      if (std::abs(product - tap) > tolerance * std::abs(tap)) return false;
    }
  return true;
}

}  // namespace

std::optional<Factors> separate(const Mask& mask) {
  if (all_zero(mask)) return {};
  const bool whole = are_whole(mask.taps);
  const double unit = common_unit(mask.taps);
  const bool exact = whole || is_exact_in_f32(magnitude_of(mask.taps), unit);
  const auto checked = [&](std::optional<Factors> factors) {
    const bool serve = factors && fits_f32(factors->row) && fits_f32(factors->column) &&
                       (!whole || are_whole(factors->column)) &&
                       agree(*factors, mask, exact ? 0 : separation_tolerance);
    return serve ? factors : std::nullopt;
  };
  if (whole) return checked(whole_factors(mask));
  if (exact) return checked(unit_factors(mask, unit));
  if (std::optional<Factors> factors = checked(leading_factors(mask))) return factors;
  return checked(crossing_factors(mask));
}

std::vector<Factors> separate_all(const std::vector<Mask>& masks) {
  int width = 1, height = 1;
  for (const Mask& mask : masks) {
    width = std::max(width, mask.width);
    height = std::max(height, mask.height);
  }
  std::vector<Factors> result;
  for (const Mask& mask : masks) {
    const std::optional<Factors> factors = separate(mask);
    if (width == 1 || height == 1 || !factors) return {};
    result.push_back(*factors);
  }
  return result;
}

}  // namespace lenslet::stencil

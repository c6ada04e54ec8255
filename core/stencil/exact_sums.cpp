// Finds the lowest bits of numbers in double.
#include "stencil/exact_sums.hpp"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace lenslet::stencil {
namespace {

constexpr int significant_bits = DBL_MANT_DIG;
constexpr double max_units = 0x1p24;

// The power of two of the lowest bit that is set.
double lowest_bit(double number) {
  int exponent = 0;
  const double fraction = std::frexp(std::abs(number), &exponent);
  const auto bits = static_cast<std::uint64_t>(std::ldexp(fraction, significant_bits));
  return std::ldexp(1.0, exponent - significant_bits + std::countr_zero(bits));
}

}  // namespace

double magnitude_of(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0,
                         [](double sum, double number) { return sum + std::abs(number); });
}

double common_unit(const std::vector<double>& numbers) {
  double unit = std::numeric_limits<double>::infinity();
  for (const double number : numbers)
    if (number != 0) unit = std::min(unit, lowest_bit(number));
  return unit;
}

bool is_exact_in_f32(double magnitude, double unit) {
  return unit >= FLT_MIN && magnitude <= FLT_MAX && magnitude / unit <= max_units;
}

}  // namespace lenslet::stencil

// Compares exact ops by bits, and sums of floats by intervals.
#include "array/compare.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lenslet::array {
namespace {

std::string text_of(const Array& array, std::int64_t i) {
  const auto place = static_cast<std::size_t>(i);
  if (array.type().type == SampleType::u64) return fmt::format("{}", array.as<std::uint64_t>()[place]);
  if (array.type().type == SampleType::i64) return fmt::format("{}", array.as<std::int64_t>()[place]);
  return fmt::format("{}", array.at(i));
}

bool same(const Array& a, const Array& b, std::int64_t i) {
  const std::size_t size = size_of(a.type().type), begin = static_cast<std::size_t>(i) * size;
  if (std::ranges::equal(a.bytes().subspan(begin, size), b.bytes().subspan(begin, size))) return true;
  return !is_integer(a.type().type) && std::isnan(a.at(i)) && std::isnan(b.at(i));
}

}  // namespace

std::optional<std::string> first_difference(const Array& got, const Array& expected) {
  if (got.type() != expected.type())
    return fmt::format("the result is {}, not {}", to_string(got.type()), to_string(expected.type()));
  for (std::int64_t i = 0; i < got.count(); ++i)
    if (!same(got, expected, i))
      return fmt::format("element {} is {}, not {}", i, text_of(got, i), text_of(expected, i));
  return {};
}

std::optional<std::string> first_outside(const Array& got, const std::vector<double>& expected,
                                         const std::vector<double>& bounds) {
  if (static_cast<std::size_t>(got.count()) != expected.size())
    return fmt::format("{} elements, not {}", got.count(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double value = got.at(static_cast<std::int64_t>(i));
    const bool finite = std::isfinite(expected[i]);
    const bool right = finite ? std::abs(value - expected[i]) <= bounds[i]
                              : value == expected[i] || (std::isnan(value) && std::isnan(expected[i]));
    if (!right) return fmt::format("element {} is {}, not {} within {}", i, value, expected[i], bounds[i]);
  }
  return {};
}

double rounding_of(SampleType type, double value) {
  constexpr double half_digits = 0x1p-11, float_digits = 0x1p-24, double_digits = 0x1p-53;
  const double size = std::abs(value);
  if (type == SampleType::f16) return std::max(size * half_digits, 0x1p-25);
  if (type == SampleType::f32) return std::max(size * float_digits, 0x1p-149);
  if (type == SampleType::f64) return std::max(size * double_digits, 0x1p-1074);
  return 0;
}

}  // namespace lenslet::array

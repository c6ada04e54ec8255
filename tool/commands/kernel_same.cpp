// Compares element by element only where bytes differ.
#include "tool/commands/kernel_same.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include <lenslet/statistics.hpp>

namespace lenslet::cli {
namespace {

bool is_near(double a, double b, double tolerance) {
  return is_within(a, b, tolerance * std::max({1.0, std::abs(a), std::abs(b)}));
}

std::optional<std::string> difference(const NamedArray& expected, const NamedArray& given, double tolerance) {
  const ArrayType& type = expected.values.type();
  if (type.type != given.values.type().type || type.shape != given.values.type().shape)
    return fmt::format("'{}' is {}, and '{}' of the first kernel {}", given.name, to_string(given.values.type()),
                       expected.name, to_string(type));
  const std::size_t bytes = size_of(type.type);
  const bool exact = is_integer(type.type) && tolerance == 0;
  std::int64_t count = 0, first = 0;
  for (std::int64_t i = 0; i < expected.values.count(); ++i) {
    const auto at = static_cast<std::size_t>(i) * bytes;
    if (std::memcmp(&expected.values.bytes()[at], &given.values.bytes()[at], bytes) == 0) continue;
    if (!exact && is_near(expected.values.at(i), given.values.at(i), tolerance)) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return {};
  return fmt::format(
      "{} of {} elements of '{}' differ from the first kernel's, the first at {}: {} instead of {}; "
      "allowed: a difference of at most {}, see --tolerance",
      count, expected.values.count(), given.name, first, given.values.at(first), expected.values.at(first), tolerance);
}

}  // namespace

std::optional<std::string> difference(const std::vector<NamedArray>& expected, const std::vector<NamedArray>& given,
                                      double tolerance) {
  if (expected.size() != given.size())
    return fmt::format("it writes {} arguments, and the first kernel {}", given.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (auto found = difference(expected[i], given[i], tolerance)) return found;
  return {};
}

}  // namespace lenslet::cli

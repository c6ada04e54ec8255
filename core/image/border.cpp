// The border rules as arithmetic, right for any distance from the image.
#include <lenslet/border.hpp>

#include <algorithm>
#include <cstddef>
#include <variant>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "names.hpp"

namespace lenslet {
namespace {

struct BorderRow {
  std::string_view name;
  std::string_view pattern;
};

const BorderRow& row_of(Border border) {
  static constexpr BorderRow rows[] = {{"constant", "vvvv | abcd | vvvv"}, {"replicate", "aaaa | abcd | dddd"},
                                       {"reflect", "dcba | abcd | dcba"},  {"wrap", "abcd | abcd | abcd"},
                                       {"reflect101", "dcb | abcd | cba"}, {"centre", "the window's centre"},
                                       {"discard", "a smaller result"}};
  return rows[static_cast<std::size_t>(border)];
}

struct Alias {
  std::string_view name;
  Border border;
};

// The names of SciPy and NumPy, except "reflect": theirs contradict each other, so OpenCV's meaning is used. "valid" is
// what convolutions there call a result of whole windows.
constexpr Alias aliases[] = {{"edge", Border::replicate},    {"nearest", Border::replicate},
                             {"symmetric", Border::reflect}, {"mirror", Border::reflect101},
                             {"center", Border::centre},     {"valid", Border::discard}};

// The remainder in [0, n). The built-in remainder has the dividend's sign.
std::int64_t modulo(std::int64_t i, std::int64_t n) {
  const std::int64_t rest = i % n;
  return rest < 0 ? rest + n : rest;
}

std::int64_t reflect101(std::int64_t i, std::int64_t n) {
  if (n == 1) return 0;
  const std::int64_t period = 2 * n - 2;
  const std::int64_t place = modulo(i, period);
  return std::min(place, period - place);
}

std::int64_t reflect(std::int64_t i, std::int64_t n) {
  const std::int64_t place = modulo(i, 2 * n);
  return std::min(place, 2 * n - 1 - place);
}

}  // namespace

std::string_view name_of(Border border) {
  return row_of(border).name;
}
std::string_view pattern_of(Border border) {
  return row_of(border).pattern;
}

Border parse_border(std::string_view s) {
  for (const Alias& alias : aliases)
    if (alias.name == s) return alias.border;
  return parse_name("unknown border", s, borders);
}

std::int64_t border_index(std::int64_t i, std::int64_t n, Border border) {
  if (i >= 0 && i < n) return i;
  switch (border) {
    case Border::constant:
    case Border::centre:
    case Border::discard:
      return -1;
    case Border::replicate:
      return std::clamp<std::int64_t>(i, 0, n - 1);
    case Border::reflect:
      return reflect(i, n);
    case Border::wrap:
      return modulo(i, n);
    case Border::reflect101:
      return reflect101(i, n);
  }
  return -1;
}

std::array<double, 4> border_values(std::span<const double> numbers, const ValueType& input) {
  std::array<double, 4> values{};
  if (numbers.size() == 1) {
    values.fill(numbers.front());
    return values;
  }
  const auto* image = std::get_if<ImageType>(&input);
  if (!image)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} numbers for an array; allowed: 1", numbers.size()));
  const PixelFormat format = image->format;
  const auto channels = static_cast<std::size_t>(format.channels);
  if (format.alpha) values[channels - 1] = max_value(format.type);
  if (numbers.size() != channels && !(format.alpha && numbers.size() == channels - 1))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} numbers for an image of {} channel{}; allowed: 1{}", numbers.size(), channels,
                            channels == 1 ? "" : "s", channels == 1 ? "" : fmt::format(" or {}", channels)));
  std::ranges::copy(numbers, values.begin());
  return values;
}

}  // namespace lenslet

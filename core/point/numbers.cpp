// Reads lists of numbers.
#include "point/numbers.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::point {

std::vector<double> numbers_of(std::string_view op, std::string_view parameter, const std::string& text) {
  std::vector<double> numbers;
  const char *at = text.data(), *end = at + text.size();
  while (true) {
    double number = 0;
    const auto [behind, error] = std::from_chars(at, end, number);
    const bool is_number = error == std::errc() && std::isfinite(number) && (behind == end || *behind == ',');
    if (!is_number)
      throw Error(
          ErrorKind::invalid_argument,
          fmt::format("{}: {} is '{}'; allowed: numbers with commas between them, as 10,20.5,30", op, parameter, text));
    numbers.push_back(number);
    if (behind == end) return numbers;
    at = behind + 1;
  }
}

std::vector<double> numbers_of(std::string_view op, std::string_view parameter, const Value& value) {
  if (const auto* numbers = std::get_if<Numbers>(&value)) return *numbers;
  return numbers_of(op, parameter, std::get<std::string>(value));
}

std::vector<double> per_channel(std::string_view op, std::string_view parameter, const Value& value, int channels) {
  std::vector<double> numbers = numbers_of(op, parameter, value);
  const auto wanted = static_cast<std::size_t>(channels);
  if (numbers.size() == 1) numbers.assign(wanted, numbers.front());
  if (numbers.size() != wanted)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{}: {} has {} numbers; allowed: 1, or {} for the image's channels", op, parameter,
                            numbers.size(), channels));
  return numbers;
}

}  // namespace lenslet::point

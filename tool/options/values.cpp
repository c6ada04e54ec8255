// Checks names here, since the library's refusals name no option and suggest nothing.
#include "tool/options/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include <lenslet/error.hpp>

#include "system/printable.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t max_side_length = std::int64_t{1} << 30;
constexpr int max_power = 40;

// Returns nothing if the text is not wholly a number.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

struct Unit {
  std::string_view name;
  double factor;
};

constexpr Unit time_units[] = {{"", 1}, {"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}};
constexpr Unit byte_units[] = {{"", 1}, {"k", 0x1p10}, {"K", 0x1p10}, {"M", 0x1p20}, {"G", 0x1p30}, {"T", 0x1p40}};

// Returns a number times its unit; nothing for another text.
std::optional<double> measured(std::string_view text, std::span<const Unit> units) {
  const std::size_t end = text.find_last_of("0123456789.") + 1;
  const auto unit = std::ranges::find(units, text.substr(end), &Unit::name);
  const std::optional<double> number = number_in<double>(text.substr(0, end));
  if (unit == units.end() || !number || !std::isfinite(*number * unit->factor)) return {};
  return *number * unit->factor;
}

// "50%" is 0.5 of something.
std::string share_of_percents(const std::string& text) {
  const auto percents = text.ends_with('%') ? number_in<double>(text.substr(0, text.size() - 1)) : std::nullopt;
  return percents ? fmt::format("; for {} write {}", system::excerpt(text), *percents / 100) : std::string();
}

// The library's parser knows aliases that the list of names lacks.
template <class Parse>
auto parse_name(const std::string& what, const std::string& text, std::span<const std::string> known, Parse parse) {
  try {
    return parse(text);
  } catch (const Error&) {
    check_choice(what, text, known);
    throw;
  }
}

}  // namespace

double parse_real(const std::string& what, const std::string& text) {
  const std::optional<double> value = number_in<double>(text);
  if (!value || !std::isfinite(*value))
    usage_error(fmt::format("{}: '{}' is not a finite number{}", what, system::excerpt(text), share_of_percents(text)));
  return *value;
}

std::int64_t parse_integer(const std::string& what, const std::string& text) {
  const std::optional<std::int64_t> value = number_in<std::int64_t>(text);
  if (!value) usage_error(fmt::format("{}: '{}' is not a whole number", what, system::excerpt(text)));
  return *value;
}

std::int64_t parse_integer(const std::string& what, const std::string& text, std::int64_t low, std::int64_t high) {
  const std::int64_t value = parse_integer(what, text);
  if (value < low || value > high)
    usage_error(fmt::format("{}: {} is out of range; allowed: {} to {}", what, system::excerpt(text), low, high));
  return value;
}

double parse_duration(const std::string& what, const std::string& text) {
  const std::optional<double> seconds = measured(text, time_units);
  if (!seconds) usage_error(fmt::format("{}: '{}' is no time such as 20s, 1.5m or 500ms", what, system::excerpt(text)));
  if (*seconds <= 0)
    usage_error(fmt::format("{}: {} is out of range; allowed: more than 0", what, system::excerpt(text)));
  return *seconds;
}

// People also write 10MB and 10MiB for 10M.
std::uint64_t parse_bytes(const std::string& what, const std::string& text) {
  constexpr std::string_view endings[] = {"", "B", "i", "iB"};
  const std::size_t letter = text.find_last_of("0123456789.") + 2;
  const bool known = std::ranges::count(endings, std::string_view(text).substr(std::min(letter, text.size()))) > 0;
  const double bytes = known ? measured(std::string_view(text).substr(0, letter), byte_units).value_or(0) : 0;
  if (!(bytes >= 1 && bytes < 0x1p63))
    usage_error(
        fmt::format("{}: '{}' is no size; allowed are such as 800M, 1.5G, 2000000000", what, system::excerpt(text)));
  return static_cast<std::uint64_t>(bytes);
}

std::int64_t parse_elements(const std::string& what, const std::string& text) {
  const std::size_t power = text.find('^');
  if (power == std::string::npos) return parse_integer(what, text, 1, std::int64_t{1} << max_power);
  if (text.substr(0, power) != "2")
    usage_error(fmt::format("{}: '{}' is no number, such as 1000 or 2^24", what, system::excerpt(text)));
  return std::int64_t{1} << parse_integer(what, text.substr(power + 1), 0, max_power);
}

Size parse_size(const std::string& what, const std::string& text) {
  const std::size_t x = text.find('x');
  if (x == std::string::npos)
    usage_error(fmt::format("{}: '{}' is no WIDTHxHEIGHT, such as 640x480", what, system::excerpt(text)));
  return {parse_integer(what, text.substr(0, x), 1, max_side_length),
          parse_integer(what, text.substr(x + 1), 1, max_side_length)};
}

Rect parse_region(const std::string& what, const std::string& text) {
  const std::size_t x = text.find('+'), y = text.find('+', x + 1);
  if (x == std::string::npos || y == std::string::npos)
    usage_error(fmt::format("{}: '{}' is no WIDTHxHEIGHT+X+Y, such as 640x480+10+20", what, system::excerpt(text)));
  const Size size = parse_size(what, text.substr(0, x));
  return {parse_integer(what, text.substr(x + 1, y - x - 1), 0, max_side_length),
          parse_integer(what, text.substr(y + 1), 0, max_side_length), size.width, size.height};
}

std::vector<std::string> split_list(const std::string& what, const std::string& text) {
  std::vector<std::string> parts{""};
  for (const char c : text) c == ',' ? static_cast<void>(parts.emplace_back()) : parts.back().push_back(c);
  for (const std::string& part : parts)
    if (part.empty()) usage_error(fmt::format("{}: an empty value in the list '{}'", what, system::excerpt(text)));
  return parts;
}

std::string suggestion(const std::string& wrong, std::span<const std::string> known) {
  const std::string near = nearest_name(wrong, known);
  return near.empty() ? near : fmt::format(": did you mean '{}'?", near);
}

const std::string& check_choice(const std::string& what, const std::string& value, std::span<const std::string> known) {
  if (std::ranges::count(known, value) > 0) return value;
  const std::string hint = suggestion(value, known);
  usage_error(fmt::format("{}: unknown value '{}'{} {}: {}", what, system::excerpt(value), hint.empty() ? ";" : hint,
                          hint.empty() ? "allowed" : "Allowed", join({known.begin(), known.end()}, ", ")));
}

Border parse_border_option(const std::string& what, const std::string& text) {
  return parse_name(what, text, names_of(borders), parse_border);
}

namespace {

SampleType parse_filter_type(const std::string& text) {
  const SampleType type = parse_sample_type(text);
  if (!is_filter_type(type)) throw Error(ErrorKind::invalid_argument, text);
  return type;
}

}  // namespace

SampleType parse_type_option(const std::string& what, const std::string& text) {
  return parse_name(what, text, names_of(filter_types), parse_filter_type);
}

SampleType parse_element_option(const std::string& what, const std::string& text) {
  return parse_name(what, text, names_of(sample_types), parse_sample_type);
}

std::vector<SampleType> taken_types(const OpInfo& op) {
  std::vector<SampleType> taken;
  for (const SampleType type : sample_types)
    if (std::ranges::any_of(op.inputs,
                            [type](const Operand& input) { return std::ranges::count(input.types, type) > 0; }))
      taken.push_back(type);
  return taken;
}

OpInfo op_named(const std::string& name) {
  try {
    return find_op(name);
  } catch (const Error& error) {
    usage_error(error.what());
  }
}

}  // namespace lenslet::cli

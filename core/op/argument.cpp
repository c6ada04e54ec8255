// Reads and writes arguments, and checks them.
#include "op/argument.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "op/describe.hpp"
#include "system/printable.hpp"

namespace lenslet {

Matrix::Matrix(int rows, int columns, Numbers values) : rows_(rows), columns_(columns), values_(std::move(values)) {
  if (rows < 1 || columns < 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a matrix of {} x {}; allowed: sides of at least 1", rows, columns));
  if (values_.size() / static_cast<std::size_t>(columns) != static_cast<std::size_t>(rows) ||
      values_.size() % static_cast<std::size_t>(columns) != 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} values of a matrix of {} rows and {} columns; allowed: {}",
                                                         values_.size(), rows, columns, std::int64_t{rows} * columns));
}

namespace op {
namespace {

constexpr char letters[] = {'f', 'i', 'r', 't', 'n', 'm', 's', 'c'};  // in the order of Value's alternatives
constexpr ParameterKind kinds[] = {ParameterKind::flag, ParameterKind::integer, ParameterKind::real,
                                   ParameterKind::text, ParameterKind::numbers, ParameterKind::matrix,
                                   ParameterKind::size, ParameterKind::curve};
static_assert(std::size(letters) == std::variant_size_v<Value> && std::size(kinds) == std::size(letters));

constexpr std::string_view blanks = " \t\r\n";

[[noreturn]] void refuse(const Parameter& parameter, const std::string& what) {
  throw Error(ErrorKind::invalid_argument, fmt::format("{} {}", parameter.name, what));
}

[[noreturn]] void refuse_value(const Parameter& parameter, const std::string& text, const std::string& hint = {}) {
  refuse(parameter, fmt::format("is '{}'{}, allowed: {}", system::excerpt(text), hint, allowed_text(parameter)));
}

std::string text_of_rows(const Matrix& matrix) {
  std::string text;
  for (int row = 0; row < matrix.rows(); ++row) {
    const auto first = matrix.values().begin() + std::ptrdiff_t{row} * matrix.columns();
    text += fmt::format("{}{}", row == 0 ? "" : "; ", fmt::join(first, first + matrix.columns(), " "));
  }
  return text;
}

std::string text_of_points(const CurvePoints& points) {
  std::string text;
  for (const CurvePoint& point : points) text += fmt::format("{}{}:{}", text.empty() ? "" : ",", point.x, point.y);
  return text;
}

std::string side_text(std::int64_t side) {
  return side == 0 ? "" : fmt::format("{}", side);
}

struct ValueText {
  std::string operator()(bool value) const { return value ? "on" : "off"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Numbers& value) const { return fmt::format("{}", fmt::join(value, ",")); }
  std::string operator()(const Matrix& value) const { return text_of_rows(value); }
  std::string operator()(Size value) const {
    return value == Size{} ? "" : fmt::format("{}x{}", side_text(value.width), side_text(value.height));
  }
  std::string operator()(const Curve& value) const {
    return value.points().empty() ? (*this)(value.table()) : text_of_points(value.points());
  }
};

// The value of a parameter that is left to the op.
Value automatic_value(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::numbers:
      return Numbers();
    case ParameterKind::matrix:
      return Matrix();
    case ParameterKind::size:
      return Size();
    case ParameterKind::curve:
      return Curve();
    default:
      return std::string(automatic_word);
  }
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  return first == text.npos ? std::string_view{} : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Absent where the text is not wholly a number.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

// Appends the numbers of a row. Between two of them stand blanks, a comma, or both. Returns a word that is no number.
std::optional<std::string_view> read_row(std::string_view row, Numbers& to) {
  while (true) {
    const auto end = row.find_first_of(" \t\r\n,");
    const std::string_view word = row.substr(0, end);
    const std::optional<double> number = number_in<double>(word);
    if (!number || !std::isfinite(*number)) return word;
    to.push_back(*number);
    if (end == row.npos) return {};
    const std::string_view rest = trimmed(row.substr(end));
    row = rest.starts_with(',') ? trimmed(rest.substr(1)) : rest;
  }
}

std::optional<Numbers> numbers_in(std::string_view text) {
  Numbers numbers;
  if (read_row(trimmed(text), numbers)) return {};
  return numbers;
}

// Rows end with ';' or the line's end.
Matrix read_matrix(const Parameter& parameter, std::string_view text) {
  Numbers values;
  int rows = 0, columns = 0;
  while (!text.empty()) {
    const auto end = text.find_first_of(";\n");
    const std::string_view row = trimmed(text.substr(0, end));
    text = end == text.npos ? std::string_view{} : text.substr(end + 1);
    if (row.empty()) continue;
    const std::size_t before = values.size();
    ++rows;
    if (const auto wrong = read_row(row, values))
      refuse(parameter, fmt::format("row {} has '{}', allowed: finite numbers", rows, system::excerpt(*wrong)));
    const int width = static_cast<int>(values.size() - before);
    if (rows == 1) columns = width;
    if (width != columns)
      refuse(parameter,
             fmt::format("row {} has {} numbers and row 1 has {}, allowed: rows of one length", rows, width, columns));
  }
  if (rows == 0) refuse(parameter, fmt::format("is empty, allowed: {}", allowed_text(parameter)));
  return {rows, columns, std::move(values)};
}

// One side of a size; 0 for an empty text.
std::optional<std::int64_t> side_in(std::string_view text) {
  if (text.empty()) return 0;
  const auto side = number_in<std::int64_t>(text);
  return side && *side >= 1 ? side : std::nullopt;
}

// Reads "640x480", "640", "640x" and "x480".
std::optional<Size> size_in(std::string_view text) {
  const std::size_t sign = text.find('x');
  const auto width = side_in(text.substr(0, sign));
  const auto height = side_in(sign == text.npos ? std::string_view() : text.substr(sign + 1));
  if (!width || !height || (*width == 0 && *height == 0)) return {};
  return Size{*width, *height};
}

// Reads "0:0,128:180" and the numbers of a table.
std::optional<Curve> curve_in(const std::string& text) {
  if (text.find(':') == text.npos) {
    const auto table = numbers_in(text);
    return table ? std::optional<Curve>(*table) : std::nullopt;
  }
  CurvePoints points;
  std::string_view rest = trimmed(text);
  while (true) {
    const std::string_view point = rest.substr(0, rest.find_first_of(" \t\r\n,"));
    const std::size_t colon = std::min(point.find(':'), point.size());
    const auto x = number_in<double>(point.substr(0, colon));
    const auto y = colon < point.size() ? number_in<double>(point.substr(colon + 1)) : std::nullopt;
    if (!x || !y) return {};
    points.push_back({*x, *y});
    if (point.size() == rest.size()) return points;
    rest = trimmed(rest.substr(point.size()));
    if (rest.starts_with(',')) rest = trimmed(rest.substr(1));
  }
}

// A quotient may be written as one: 16:9.
std::optional<double> real_in(std::string_view text) {
  const std::size_t sign = text.find(':');
  const auto number = number_in<double>(text.substr(0, sign));
  if (sign == text.npos || !number) return number;
  const auto divisor = number_in<double>(text.substr(sign + 1));
  return divisor && *divisor != 0 ? std::optional(*number / *divisor) : std::nullopt;
}

std::optional<Value> flag_in(std::string_view text) {
  if (text == "on" || text == "off") return text == "on";
  return {};
}

// "50%" is 0.5 of something, and 50 of what is counted in percents.
std::string hint_of_percents(const Parameter& parameter, std::string_view text) {
  if (parameter.kind != ParameterKind::real || !text.ends_with('%')) return {};
  const auto percents = number_in<double>(text.substr(0, text.size() - 1));
  const double number = percents.value_or(0) / (parameter.unit == "%" ? 1 : 100);
  return percents ? fmt::format(" (for {} write {})", system::excerpt(text), number) : std::string();
}

std::optional<Value> value_in(const Parameter& parameter, const std::string& text) {
  switch (parameter.kind) {
    case ParameterKind::flag:
      return flag_in(text);
    case ParameterKind::integer:
      return number_in<std::int64_t>(text);
    case ParameterKind::real:
      return real_in(text);
    case ParameterKind::numbers:
      return numbers_in(text);
    case ParameterKind::matrix:
      return read_matrix(parameter, text);
    case ParameterKind::size:
      return size_in(text);
    case ParameterKind::curve:
      return curve_in(text);
    default:
      return text;
  }
}

bool within(const Parameter& parameter, double value) {
  return std::isfinite(value) && value >= parameter.minimum && value <= parameter.maximum;
}

bool all_within(const Parameter& parameter, const Numbers& numbers) {
  return std::ranges::all_of(numbers, [&](double number) { return within(parameter, number); });
}

// Tells whether a value is allowed. There is a function for each alternative of Value.
struct Allowed {
  const Parameter& parameter;

  bool is(ParameterKind kind) const { return parameter.kind == kind; }

  bool operator()(bool) const { return is(ParameterKind::flag); }
  bool operator()(std::int64_t value) const {  // ops get an int, whatever the parameter's range
    return is(ParameterKind::integer) && std::in_range<int>(value) && within(parameter, static_cast<double>(value));
  }
  bool operator()(double value) const { return is(ParameterKind::real) && within(parameter, value); }
  bool operator()(const std::string& value) const {
    if (is(ParameterKind::integer)) return parameter.automatic && value == automatic_word;
    return is(ParameterKind::text) || (is(ParameterKind::choice) && std::ranges::count(parameter.choices, value) > 0);
  }
  bool operator()(const Numbers& value) const {
    return is(ParameterKind::numbers) && (parameter.automatic || !value.empty()) && all_within(parameter, value);
  }
  bool operator()(const Matrix& value) const {
    return is(ParameterKind::matrix) && (parameter.automatic || !value.empty()) &&
           all_within(parameter, value.values());
  }
  bool operator()(Size value) const {
    if (!is(ParameterKind::size)) return false;
    if (value == Size{}) return parameter.automatic;
    const auto allows = [&](std::int64_t side) {
      return (side > 0 || parameter.minimum == 0) && within(parameter, static_cast<double>(side));
    };
    return allows(value.width) && allows(value.height);
  }
  bool operator()(const Curve& value) const {
    if (!is(ParameterKind::curve) || (value.empty() && !parameter.automatic)) return false;
    const CurvePoints& points = value.points();
    const auto finite = [](const CurvePoint& point) { return std::isfinite(point.x) && std::isfinite(point.y); };
    const auto rising = [](const CurvePoint& a, const CurvePoint& b) { return a.x >= b.x; };
    return all_within(parameter, value.table()) && std::ranges::all_of(points, finite) &&
           std::ranges::adjacent_find(points, rising) == points.end();
  }
};

// As the parameter's kind has it.
Value converted(const Parameter& parameter, Value value) {
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (integer && (parameter.kind == ParameterKind::real || parameter.kind == ParameterKind::numbers))
    value = static_cast<double>(*integer);
  const auto* real = std::get_if<double>(&value);
  return real && parameter.kind == ParameterKind::numbers ? Value(Numbers{*real}) : value;
}

}  // namespace

Value checked_argument(const Parameter& parameter, Value value) {
  Value result = converted(parameter, std::move(value));
  if (std::visit(Allowed{parameter}, result)) return result;
  const auto* word = std::get_if<std::string>(&result);
  const std::string near = word ? nearest_name(*word, parameter.choices) : "";
  refuse_value(parameter, value_text(result), near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near));
}

char letter_of(const Value& value) {
  return letters[value.index()];
}

Value value_of(char letter, const std::string& text) {
  const auto* found = std::ranges::find(letters, letter);
  if (found == std::end(letters))
    throw Error(ErrorKind::invalid_argument, fmt::format("a value of the kind '{}'", letter));
  const Parameter any{
      .name = "a value", .summary = {}, .kind = kinds[found - letters], .initial = {}, .automatic = true};
  if (text == automatic_word) return automatic_value(any.kind);
  const std::optional<Value> value = value_in(any, text);
  if (!value) refuse_value(any, text);
  return *value;
}

}  // namespace op

std::string value_text(const Value& value) {
  const std::string text = std::visit(op::ValueText{}, value);
  return text.empty() && !std::holds_alternative<std::string>(value) ? std::string(automatic_word) : text;
}

Value parse_argument(const Parameter& parameter, const std::string& text) {
  if (parameter.automatic && text == automatic_word) return op::automatic_value(parameter.kind);
  std::optional<Value> value = op::value_in(parameter, text);
  if (!value) op::refuse_value(parameter, text, op::hint_of_percents(parameter, text));
  return op::checked_argument(parameter, *std::move(value));
}

}  // namespace lenslet

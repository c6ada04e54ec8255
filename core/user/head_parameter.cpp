// Reads and writes a parameter of a head.
#include "user/head_parameter.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/ranges.h>

#include <lenslet/argument_text.hpp>

#include "system/printable.hpp"
#include "user/valid_name.hpp"

namespace lenslet::user {
namespace {

constexpr double max_integer = 1'000'000;
constexpr const char* kinds[] = {"flag", "integer", "real", "choice"};  // in the order of ParameterKind

ParameterKind kind_of(Scanner& scanner) {
  const std::string word = scanner.word();
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    if (word == kinds[i]) return static_cast<ParameterKind>(i);
  scanner.refuse(
      fmt::format("'{}' is no kind of parameter; allowed: {}", system::excerpt(word), fmt::join(kinds, ", ")));
}

double read_number(Scanner& scanner, ParameterKind kind) {
  const double value = scanner.number();
  if (kind == ParameterKind::integer && (value != std::nearbyint(value) || std::abs(value) > max_integer))
    scanner.refuse(fmt::format("{} is no integer from {:.0f} to {:.0f}", value, -max_integer, max_integer));
  return value;
}

void read_range(Scanner& scanner, Parameter& parameter) {
  parameter.minimum = read_number(scanner, parameter.kind);
  if (scanner.word() != "to") scanner.refuse("a range is written as (0 to 1)");
  parameter.maximum = read_number(scanner, parameter.kind);
  if (parameter.minimum > parameter.maximum)
    scanner.refuse(
        fmt::format("a range from {} to {}; allowed: the smaller first", parameter.minimum, parameter.maximum));
}

void read_choices(Scanner& scanner, Parameter& parameter) {
  do {
    const std::string word = scanner.word();
    if (const std::string wrong = wrong_with_parameter(word); wrong.find("no name") != wrong.npos)
      scanner.refuse(wrong);
    if (std::ranges::count(parameter.choices, word) > 0) scanner.refuse(fmt::format("'{}' is a choice twice", word));
    parameter.choices.push_back(word);
  } while (scanner.skip(','));
}

void read_default(Scanner& scanner, Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::integer:
      parameter.initial = static_cast<std::int64_t>(read_number(scanner, parameter.kind));
      return;
    case ParameterKind::real:
      parameter.initial = read_number(scanner, parameter.kind);
      return;
    default:
      break;
  }
  const std::string word = scanner.word();
  if (parameter.kind == ParameterKind::choice) {
    parameter.initial = word;
  } else {
    if (word != "on" && word != "off")
      scanner.refuse(fmt::format("'{}' of a flag; allowed: on, off", system::excerpt(word)));
    parameter.initial = word == "on";
  }
}

void check_default(Scanner& scanner, const Parameter& parameter) {
  if (const auto* word = std::get_if<std::string>(&parameter.initial))
    if (std::ranges::count(parameter.choices, *word) == 0)
      scanner.refuse(fmt::format("the default '{}' is none of the choices", system::excerpt(*word)));
  const auto* integer = std::get_if<std::int64_t>(&parameter.initial);
  const auto* real = std::get_if<double>(&parameter.initial);
  if (!integer && !real) return;
  const double value = integer ? static_cast<double>(*integer) : *real;
  if (value < parameter.minimum || value > parameter.maximum)
    scanner.refuse(
        fmt::format("the default {} is out of the range of {} to {}", value, parameter.minimum, parameter.maximum));
}

std::string range_of(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::choice) return fmt::format(" ({})", fmt::join(parameter.choices, ", "));
  if (!std::isfinite(parameter.minimum)) return {};
  return fmt::format(" ({} to {})", parameter.minimum, parameter.maximum);
}

}  // namespace

Parameter parse_parameter(const Field& field, const std::string& file) {
  Scanner scanner(field, file);
  Parameter parameter;
  parameter.kind = kind_of(scanner);
  parameter.name = scanner.word();
  if (const std::string wrong = wrong_with_parameter(parameter.name); !wrong.empty()) scanner.refuse(wrong);
  scanner.expect('=', "the default");
  read_default(scanner, parameter);
  const bool has_range = parameter.kind != ParameterKind::flag && scanner.skip('(');
  if (has_range) {
    parameter.kind == ParameterKind::choice ? read_choices(scanner, parameter) : read_range(scanner, parameter);
    scanner.expect(')', "the end of the range");
  } else if (parameter.kind == ParameterKind::integer || parameter.kind == ParameterKind::choice) {
    scanner.refuse("an integer needs its range, (1 to 8), and a choice its words, (soft, hard)");
  }
  check_default(scanner, parameter);
  if (scanner.next() != ':') parameter.unit = scanner.word();
  scanner.expect(':', "the summary");
  std::string summary = scanner.rest();
  std::ranges::replace(summary, '\n', ' ');
  parameter.summary = system::printable(summary);
  if (parameter.summary.empty()) scanner.refuse("a summary is missing");
  return parameter;
}

std::string text_of(const Parameter& parameter) {
  return fmt::format("{} {} = {}{}{}{}: {}", kinds[static_cast<std::size_t>(parameter.kind)], parameter.name,
                     value_text(parameter.initial), range_of(parameter), parameter.unit.empty() ? "" : " ",
                     parameter.unit, parameter.summary);
}

}  // namespace lenslet::user

// Checks what a caller gave against the op's parameters, so that ops only see good values.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "names.hpp"
#include "op/arguments.hpp"
#include "op/describe.hpp"
#include "system/printable.hpp"

namespace lenslet::op {
namespace {

void check_names(const OpInfo& op, const ArgumentMap& given) {
  std::vector<std::string> known;
  for (const Parameter& parameter : op.parameters) known.push_back(parameter.name);
  for (const auto& [name, value] : given)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw_unknown(fmt::format("{}: unknown parameter", system::shown_name(op.name)), name, known);
}

bool within(const Parameter& parameter, double value) {
  return std::isfinite(value) && value >= parameter.minimum && value <= parameter.maximum;
}

// Ops get an int, whatever the parameter's range.
bool fits_int(std::int64_t value) {
  return value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max();
}

bool is_automatic(const Parameter& parameter, const Value& value) {
  const auto* word = std::get_if<std::string>(&value);
  return parameter.automatic && word && *word == automatic_word;
}

bool good(const Parameter& parameter, const Value& value) {
  switch (parameter.kind) {
    case ParameterKind::flag:
      return std::holds_alternative<bool>(value);
    case ParameterKind::integer: {
      if (is_automatic(parameter, value)) return true;
      const auto* integer = std::get_if<std::int64_t>(&value);
      return integer && fits_int(*integer) && within(parameter, static_cast<double>(*integer));
    }
    case ParameterKind::real: {
      const auto* real = std::get_if<double>(&value);
      return real && within(parameter, *real);
    }
    case ParameterKind::choice: {
      const auto* word = std::get_if<std::string>(&value);
      const auto& all = parameter.choices;
      return word && std::find(all.begin(), all.end(), *word) != all.end();
    }
    case ParameterKind::text: {
      const auto* numbers = std::get_if<Numbers>(&value);
      if (!numbers) return std::holds_alternative<std::string>(value);
      return parameter.list && std::ranges::all_of(*numbers, [](double number) { return std::isfinite(number); });
    }
  }
  return false;
}

Value checked(const OpInfo& op, const Parameter& parameter, Value value) {
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (parameter.kind == ParameterKind::real && integer) value = static_cast<double>(*integer);
  if (good(parameter, value)) return value;
  const auto* word = std::get_if<std::string>(&value);
  const std::string near = word ? nearest_name(*word, parameter.choices) : "";
  const std::string hint = near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near);
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: {} is '{}'{}, allowed: {}", system::shown_name(op.name), parameter.name,
                          value_text(value), hint, allowed_text(parameter)));
}

}  // namespace

Arguments::Arguments(const OpInfo& op, const ArgumentMap& given) {
  check_names(op, given);
  for (const Parameter& parameter : op.parameters) {
    const auto found = given.find(parameter.name);
    values_[parameter.name] = checked(op, parameter, found == given.end() ? parameter.initial : found->second);
  }
}

const Value& Arguments::get(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw std::logic_error(fmt::format("the op has no parameter '{}'", name));
  return found->second;
}

bool Arguments::flag(std::string_view name) const {
  return std::get<bool>(get(name));
}
int Arguments::integer(std::string_view name) const {
  return static_cast<int>(std::get<std::int64_t>(get(name)));
}
std::optional<int> Arguments::integer_or_auto(std::string_view name) const {
  if (std::holds_alternative<std::string>(get(name))) return {};
  return integer(name);
}
double Arguments::real(std::string_view name) const {
  return std::get<double>(get(name));
}
const std::string& Arguments::text(std::string_view name) const {
  return std::get<std::string>(get(name));
}

}  // namespace lenslet::op

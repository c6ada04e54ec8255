// One spelling for ranges, units and values.
#include "op/describe.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "names.hpp"

namespace lenslet::op {
namespace {

std::string range_text(double minimum, double maximum) {
  const bool low = std::isfinite(minimum);
  const bool high = std::isfinite(maximum);
  if (low && high) return fmt::format(" from {} to {}", minimum, maximum);
  if (low) return fmt::format(" of at least {}", minimum);
  return high ? fmt::format(" of at most {}", maximum) : "";
}

std::string number_text(std::string_view noun, const Parameter& parameter) {
  const std::string unit = parameter.unit.empty() ? "" : fmt::format(", in {}", parameter.unit);
  return fmt::format("{}{}{}", noun, range_text(parameter.minimum, parameter.maximum), unit);
}

struct ValueText {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Numbers& value) const { return fmt::format("{}", fmt::join(value, ",")); }
};

}  // namespace

std::string_view name_of(ParameterKind kind) {
  static constexpr std::string_view names[] = {"flag", "integer", "real", "choice", "text"};
  return names[static_cast<std::size_t>(kind)];
}

std::string value_text(const Value& value) {
  return std::visit(ValueText{}, value);
}

std::string allowed_text(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::flag:
      return "true or false";
    case ParameterKind::integer:
      return number_text("an integer", parameter) + (parameter.automatic ? ", or auto" : "") +
             (parameter.pair.empty() ? "" : fmt::format(", or WxH with {}", parameter.pair));
    case ParameterKind::real:
      return number_text("a number", parameter);
    case ParameterKind::choice:
      return "one of " + joined(parameter.choices);
    case ParameterKind::text:
      return "text";
  }
  return {};
}

std::string describe(const Parameter& parameter) {
  const bool plain = parameter.kind == ParameterKind::flag || parameter.kind == ParameterKind::text;
  return plain ? parameter.summary : fmt::format("{} Allowed: {}.", parameter.summary, allowed_text(parameter));
}

}  // namespace lenslet::op

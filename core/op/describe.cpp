// One spelling for ranges, units and values.
#include "op/describe.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

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

std::string list_text(std::string_view noun, const Parameter& parameter) {
  return number_text(noun, parameter) + (parameter.automatic ? ", or auto" : "");
}

// How a person writes a value of the kind.
std::string_view form_of(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::numbers:
      return "numbers with commas between them, as 10,20.5,30";
    case ParameterKind::matrix:
      return "rows of numbers, as '0 1 0; 1 1 1; 0 1 0'";
    case ParameterKind::size:
      return parameter.minimum > 0 ? "WIDTHxHEIGHT, as in 640x480"
                                   : "WIDTHxHEIGHT, as in 640x480, or one side, as in 640, 640x and x480";
    case ParameterKind::curve:
      return "points from left to right, as 0:0,128:180,255:255, or numbers, one for each sample";
    default:
      return "text";
  }
}

// The limit of a size's sides.
std::string sides_text(const Parameter& parameter) {
  if (parameter.kind != ParameterKind::size || !std::isfinite(parameter.maximum)) return "";
  return fmt::format(", each from 1 to {}", parameter.maximum);
}

}  // namespace

std::string_view name_of(ParameterKind kind) {
  static constexpr std::string_view names[] = {"flag",    "integer", "real", "choice", "text",
                                               "numbers", "matrix",  "size", "curve"};
  return names[static_cast<std::size_t>(kind)];
}

std::string allowed_text(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::flag:
      return "on or off";
    case ParameterKind::integer:
      return number_text("an integer", parameter) + (parameter.automatic ? ", or auto" : "") +
             (parameter.pair.empty() ? "" : fmt::format(", or WxH with {}", parameter.pair));
    case ParameterKind::real:
      return number_text("a number", parameter);
    case ParameterKind::choice:
      return "one of " + joined(parameter.choices);
    case ParameterKind::text:
      return "text";
    case ParameterKind::numbers:
    case ParameterKind::matrix:
      return list_text(form_of(parameter), parameter);
    case ParameterKind::size:
    case ParameterKind::curve:
      return std::string(form_of(parameter)) + sides_text(parameter) + (parameter.automatic ? ", or auto" : "");
  }
  return {};
}

// The type of a struct's member tells the form of several numbers.
std::string describe(const Parameter& parameter) {
  constexpr ParameterKind told[] = {ParameterKind::integer, ParameterKind::real, ParameterKind::choice};
  if (std::ranges::count(told, parameter.kind) > 0)
    return fmt::format("{} Allowed: {}.", parameter.summary, allowed_text(parameter));
  std::string text = parameter.summary;
  if (parameter.kind == ParameterKind::size && parameter.minimum == 0) text += " A side of 0 is left to the op.";
  return parameter.automatic ? text + " Empty, {}, it is left to the op." : text;
}

}  // namespace lenslet::op

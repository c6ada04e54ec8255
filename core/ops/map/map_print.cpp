// Checks an expression for one type, and prints its OpenCL C.
#include <cmath>
#include <limits>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "ops/map/map_expression.hpp"

namespace lenslet::ops::elementwise {
namespace {

struct Limits {
  double least, most;
};

// Returns the limits of numbers. f16 is computed as f32, so its numbers may exceed its own limits.
Limits limits_of(SampleType type) {
  if (type == SampleType::i32)
    return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
  if (type == SampleType::u32) return {0, std::numeric_limits<std::uint32_t>::max()};
  constexpr double whole = 0x1p53 - 1;  // numbers of text that are above it may have been rounded to it and beyond
  if (is_integer(type)) return {type == SampleType::i64 ? -whole : 0, whole};
  const double most = type == SampleType::f64 ? std::numeric_limits<double>::max()
                                              : static_cast<double>(std::numeric_limits<float>::max());
  return {-most, most};
}

void check_number(double value, SampleType type, const std::string& what) {
  const Limits limits = limits_of(type);
  const bool whole = !is_integer(type) || value == std::nearbyint(value);
  if (whole && value >= limits.least && value <= limits.most) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("expression: {} is {}, allowed with inputs of {}: {}numbers from {} to {}", what, value,
                          name_of(type), is_integer(type) ? "whole " : "", limits.least, limits.most));
}

void check_function(const Node& node, SampleType type) {
  const Rule& rule = rule_of(node.operation);
  if (rule.integers || !is_integer(type)) return;
  std::vector<std::string_view> names;
  for (const Rule& other : rules())
    if (other.integers && other.symbol.empty()) names.push_back(other.name);
  throw Error(ErrorKind::invalid_argument,
              fmt::format("expression: '{}' at character {} is of floats, allowed with inputs of {}: {}", rule.name,
                          node.position, name_of(type), fmt::join(names, ", ")));
}

std::string number_text(double value, SampleType type) {
  if (type == SampleType::f64) return fmt::format("N({:a})", value);
  if (!is_integer(type)) return fmt::format("N({:a}f)", static_cast<float>(value));
  const auto wide = static_cast<std::int64_t>(value);
  if (type == SampleType::i64) return fmt::format("N(as_long({}ul))", static_cast<std::uint64_t>(wide));
  if (type == SampleType::u64) return fmt::format("N({}ul)", wide);
  const auto bits = static_cast<std::uint32_t>(wide);
  return type == SampleType::i32 ? fmt::format("N(as_int({}u))", bits) : fmt::format("N({}u)", bits);
}

std::string text_of(const Expression& expression, const Node& node, SampleType type) {
  if (node.operation == Operation::input) return std::string(input_names.substr(node.index, 1));
  if (node.operation == Operation::parameter) return std::string(parameter_names.substr(node.index, 1));
  if (node.operation == Operation::number) return number_text(node.number, type);
  const Rule& rule = rule_of(node.operation);
  std::string text = fmt::format("map_{}(", rule.name);
  for (std::size_t i = 0; i < rule.operands; ++i) {
    if (i > 0) text += ", ";
    text += text_of(expression, expression.nodes[node.operands[i]], type);
  }
  return text + ")";
}

}  // namespace

SampleType arithmetic_type(SampleType type) {
  return is_integer(type) && size_of(type) < 4 ? SampleType::f32 : type;
}

void check(const Expression& expression, SampleType type, const Numbers& parameters) {
  for (const Node& node : expression.nodes) {
    if (node.operation == Operation::number)
      check_number(node.number, type, fmt::format("the number at character {}", node.position));
    else if (node.operation == Operation::parameter)
      check_number(parameters[node.index], type, std::string(parameter_names.substr(node.index, 1)));
    else if (node.operation != Operation::input)
      check_function(node, type);
  }
}

std::string printed(const Expression& expression, SampleType type) {
  return text_of(expression, expression.nodes.back(), type);
}

}  // namespace lenslet::ops::elementwise

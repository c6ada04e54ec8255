// An expression by the plain arithmetic of this machine, which OpenCL allows a device, as map.cl has the operations.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "ops/map/map_expression.hpp"

namespace lenslet::fuzz {

using ops::elementwise::Expression;
using ops::elementwise::Node;
using ops::elementwise::Numbers;
using ops::elementwise::Operation;

template <class T>
T function_of(Operation operation, const T* o) {
  using enum Operation;
  static constexpr std::pair<Operation, T (*)(T)> functions[] = {
      {Operation::abs, std::fabs},  {Operation::floor, std::floor}, {Operation::ceil, std::ceil},
      {round, std::nearbyint},      {Operation::trunc, std::trunc}, {Operation::sqrt, std::sqrt},
      {Operation::exp, std::exp},   {Operation::exp2, std::exp2},   {Operation::log, std::log},
      {Operation::log2, std::log2}, {Operation::sin, std::sin},     {Operation::cos, std::cos},
      {Operation::tan, std::tan},   {Operation::atan, std::atan},   {Operation::tanh, std::tanh}};
  if (operation == Operation::pow) return std::pow(o[0], o[1]);
  for (const auto& [known, function] : functions)
    if (known == operation) return function(o[0]);
  return 0;
}

// NaN wins.
template <class T>
T least_of(T p, T q) {
  return p < q || p != p ? p : q;
}
template <class T>
T most_of(T p, T q) {
  return p > q || p != p ? p : q;
}

template <class T>
T applied(Operation operation, const T* o) {
  using enum Operation;
  switch (operation) {
    case negate:
      return -o[0];
    case add:
      return o[0] + o[1];
    case subtract:
      return o[0] - o[1];
    case multiply:
      return o[0] * o[1];
    case divide:
      return o[0] / o[1];
    case less:
      return o[0] < o[1];
    case less_equal:
      return o[0] <= o[1];
    case greater:
      return o[0] > o[1];
    case greater_equal:
      return o[0] >= o[1];
    case equal:
      return o[0] == o[1];
    case not_equal:
      return o[0] != o[1];
    case min:
      return least_of(o[0], o[1]);
    case max:
      return most_of(o[0], o[1]);
    case clamp:
      return least_of(most_of(o[0], o[1]), o[2]);
    case select:
      return o[0] != 0 ? o[1] : o[2];
    default:
      return function_of(operation, o);
  }
}

template <class T>
T value_of(const Expression& expression, const std::vector<T>& inputs, const Numbers& parameters) {
  std::vector<T> values;
  for (const Node& node : expression.nodes) {
    std::array<T, ops::elementwise::max_operands> operands = {};
    if (node.operation > Operation::number)
      for (std::size_t i = 0; i < rule_of(node.operation).operands; ++i) operands[i] = values[node.operands[i]];
    values.push_back(node.operation == Operation::input       ? inputs[node.index]
                     : node.operation == Operation::parameter ? static_cast<T>(parameters[node.index])
                     : node.operation == Operation::number    ? static_cast<T>(node.number)
                                                              : applied(node.operation, operands.data()));
  }
  return values.back();
}

}  // namespace lenslet::fuzz

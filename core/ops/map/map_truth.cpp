// Computes what element-wise ops must make: it walks the expression's tree for each element.
#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "ops/map/map.hpp"
#include "ops/map/map_interval.hpp"

namespace lenslet::ops::elementwise {
namespace {

using Arrays = op::HostValues;
using Mismatch = std::optional<std::string>;

__extension__ using Wide = __int128;  // holds all integers of 64 bits, and their sums and differences
__extension__ using WideBits = unsigned __int128;

Wide wrapped(Wide value, SampleType type) {
  return with_type(type, [value](auto element) { return static_cast<Wide>(static_cast<decltype(element)>(value)); });
}

// `in` has integers.
Wide integer_at(const Array& in, std::int64_t place) {
  return with_type(in.type().type, [&](auto element) {
    std::memcpy(&element, in.bytes().data() + static_cast<std::size_t>(place) * sizeof element, sizeof element);
    return static_cast<Wide>(element);
  });
}

Wide quotient(Wide p, Wide q) {
  return q == 0 ? 0 : p / q;
}

// Applies an operation to integers; `wrapped` reduces the result to the type.
Wide applied(Operation operation, const Wide* o) {
  using enum Operation;
  switch (operation) {
    case negate:
      return -o[0];
    case add:
      return o[0] + o[1];
    case subtract:
      return o[0] - o[1];
    case multiply:
      return static_cast<Wide>(static_cast<WideBits>(o[0]) * static_cast<WideBits>(o[1]));
    case divide:
      return quotient(o[0], o[1]);
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
    case Operation::abs:
      return o[0] < 0 ? -o[0] : o[0];
    case Operation::min:
      return std::min(o[0], o[1]);
    case Operation::max:
      return std::max(o[0], o[1]);
    case clamp:
      return std::min(std::max(o[0], o[1]), o[2]);
    case Operation::select:
      return o[0] != 0 ? o[1] : o[2];
    default:
      return 0;
  }
}

// Walks the tree. `leaf` gives the value of an input, parameter or number, `inner` that of an operation.
template <class T, class Leaf, class Inner>
T walked(const Expression& expression, std::vector<T>& values, Leaf leaf, Inner inner) {
  for (std::size_t place = 0; place < values.size(); ++place) {
    const Node& node = expression.nodes[place];
    const T operands[] = {values[node.operands[0]], values[node.operands[1]], values[node.operands[2]]};
    values[place] = node.operation <= Operation::number ? leaf(node) : inner(node.operation, operands);
  }
  return values.back();
}

Mismatch integer_mismatch(const Expression& expression, const Numbers& numbers, const Arrays& in, const Array& out) {
  const SampleType type = out.type().type;
  std::vector<Wide> values(expression.nodes.size());
  for (std::int64_t i = 0; i < out.count(); ++i) {
    const auto leaf = [&](const Node& node) {
      if (node.operation == Operation::input) return integer_at(in[node.index], i);
      return static_cast<Wide>(node.operation == Operation::parameter ? numbers[node.index] : node.number);
    };
    const auto inner = [&](Operation operation, const Wide* operands) {
      return wrapped(applied(operation, operands), type);
    };
    const Wide expected = walked(expression, values, leaf, inner), got = integer_at(out, i);
    if (got != expected)
      return fmt::format("element {} is {}, not {}", i, static_cast<double>(got), static_cast<double>(expected));
  }
  return {};
}

// Tells whether an element of 8 or 16 bits may come from the allowed results, which may include NaN.
bool is_rounded_from(const Interval& allowed, double got, SampleType type) {
  const long double least = min_value(type), most = max_value(type);
  const auto stored = [&](long double value) { return std::clamp(std::rint(value), least, most); };
  if (allowed.nan && got == 0) return true;
  return !allowed.empty() && got >= stored(allowed.low) && got <= stored(allowed.high);
}

Mismatch float_mismatch(const Expression& expression, const Numbers& numbers, const Arrays& in, const Array& out) {
  const SampleType type = out.type().type;
  const bool whole = is_integer(type);
  const Format format = format_of(whole || type == SampleType::f16 ? SampleType::f32 : type);  // of the arithmetic
  std::vector<Interval> values(expression.nodes.size(), point(0));
  for (std::int64_t i = 0; i < out.count(); ++i) {
    const auto leaf = [&](const Node& node) {
      if (node.operation == Operation::input) return read(point(in[node.index].at(i)), format);
      const double number = node.operation == Operation::parameter ? numbers[node.index] : node.number;
      return read(point(type == SampleType::f64 ? number : static_cast<double>(static_cast<float>(number))), format);
    };
    const auto inner = [&](Operation operation, const Interval* operands) {
      const Rule& rule = rule_of(operation);
      const double ulps = type == SampleType::f64 ? rule.double_ulps : rule.float_ulps;
      return rounded(applied(operation, operands), ulps, format);
    };
    Interval allowed = walked(expression, values, leaf, inner);
    if (type == SampleType::f16) allowed = rounded(allowed, 0.5, format_of(type));
    const double got = out.at(i);
    if (whole ? !is_rounded_from(allowed, got, type) : !allowed.contains(got))
      return fmt::format("element {} is {}, not from {} to {}{}", i, got, static_cast<double>(allowed.low),
                         static_cast<double>(allowed.high), allowed.nan ? " or NaN" : "");
  }
  return {};
}

}  // namespace

Mismatch mismatch(const Expression& expression, const op::Instance& problem, const Arrays& in, const Arrays& out) {
  const Numbers numbers = numbers_of(expression, problem.arguments);
  if (is_integer(arithmetic_type(out[0].type().type))) return integer_mismatch(expression, numbers, in, out[0]);
  return float_mismatch(expression, numbers, in, out[0]);
}

}  // namespace lenslet::ops::elementwise

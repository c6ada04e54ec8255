// Reduces arrays of any shape: sum, min, max, mean, variance, dot product and norm.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "array/fill.hpp"
#include "ops/parameters.hpp"
#include "ops/reduce/reduce.hpp"

namespace lenslet::ops {
namespace {

using op::Types;

void check_not_empty(const std::string& op, const ArrayType& input) {
  if (input.count() == 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} of an empty array; allowed: 1 element and more", op));
}

void check_alike(const Types& inputs) {
  if (inputs.size() < 2 || inputs[0] == inputs[1]) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("dot: x is {}, y is {}; allowed: the same type and shape",
                                                       to_string(inputs[0]), to_string(inputs[1])));
}

Types sum_outputs(const Arguments&, const Types& inputs) {
  check_alike(inputs);
  return {{sum_type(inputs[0].type), {}}};
}

Types moment_outputs(const Types& inputs) {
  const SampleType type = inputs[0].type;
  return {{type == SampleType::f16 || type == SampleType::f32 ? SampleType::f32 : SampleType::f64, {}}};
}

void check_degrees(const Arguments& arguments, const ArrayType& input) {
  if (arguments.integer("ddof") < input.count()) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("variance: ddof is {} for {} elements; allowed: fewer than these", arguments.integer("ddof"),
                          input.count()));
}

op::Op op(const std::string& name, std::string summary, std::string details, const std::vector<std::string>& inputs) {
  return {.info = {.name = name,
                   .summary = std::move(summary),
                   .details = std::move(details),
                   .parameters = {deterministic_parameter()},
                   .outputs = array_operands({name}),
                   .inputs = array_operands(inputs),
                   .family = "reduce"},
          .space = reduce_space,
          .initial = reduce_initial,
          .rule = reduce_rule,
          .cases = [name](int effort) { return reduce_cases(name, effort); }};
}

op::Op sum_like(op::Op op, Reduction reduction) {
  op.outputs = sum_outputs;
  op.make = [reduction](const auto&... arguments) { return make_combined(reduction, arguments...); };
  op.mismatch = sum_mismatch;
  return op;
}

op::Op extreme(op::Op op, Reduction reduction) {
  op.outputs = [name = op.info.name](const Arguments&, const Types& inputs) {
    check_not_empty(name, inputs[0]);
    return Types{{inputs[0].type, {}}};
  };
  op.rule = [](const auto& problem, const auto& device, const DimensionSchedule& schedule) -> std::optional<Exclusion> {
    if (schedule.word("finish") == "atomic" && !is_integer(problem.inputs.front().type))
      return Exclusion{"atomic-type", "atomics compare integers"};
    return reduce_rule(problem, device, schedule);
  };
  op.make = [reduction](const auto&... arguments) { return make_combined(reduction, arguments...); };
  op.mismatch = [reduction](const auto&, const auto& in, const auto& out) {
    return extreme_mismatch(reduction, in, out);
  };
  return op;
}

op::Op moment(op::Op op, Moment moment) {
  const std::string name = op.info.name;
  if (moment == Moment::variance)
    op.info.parameters.push_back(
        integer_parameter("ddof", "Degrees of freedom that the divisor n - ddof loses.", 0, 0, 1 << 30));
  op.outputs = [name, moment](const Arguments& arguments, const Types& inputs) {
    if (moment != Moment::norm) check_not_empty(name, inputs[0]);
    if (moment == Moment::variance) check_degrees(arguments, inputs[0]);
    return moment_outputs(inputs);
  };
  op.rule = [](const auto& problem, const auto& device, const DimensionSchedule& schedule) -> std::optional<Exclusion> {
    if (schedule.word("finish") == "atomic") return Exclusion{"atomic-finish", "the host has the last step"};
    return reduce_rule(problem, device, schedule);
  };
  op.make = [moment](const auto&... arguments) { return make_moment(moment, arguments...); };
  op.mismatch = [moment](const auto&... arguments) { return moment_mismatch(moment, arguments...); };
  return op;
}

constexpr char exactness[] =
    "Integers are added in 64 bits, exactly, modulo 2^64; f16 and f32 in f32, f64 in f64. The error of a sum of floats "
    "is at most 576 u times the sum of the terms' absolute values, u = 2^-24 for f32 and 2^-53 for f64. The sum of an "
    "empty array is 0.";
constexpr char extremes[] = "NaN wins, as in NumPy. An empty array has none.";

}  // namespace

std::vector<op::Op> reduce() {
  return {
      sum_like(op("sum", "The sum of all elements.", exactness, {"x"}), Reduction::sum),
      extreme(op("min", "The least element.", extremes, {"x"}), Reduction::minimum),
      extreme(op("max", "The greatest element.", extremes, {"x"}), Reduction::maximum),
      moment(op("mean", "The mean of all elements.", "sum / n; of integers in f64. As NumPy's mean.", {"x"}),
             Moment::mean),
      moment(op("variance", "The variance of all elements.",
                "Sum of (x - mean)^2 / (n - ddof), in two passes, with the second one's own correction of the mean "
                "(Chan, Golub and LeVeque 1983). As NumPy's var.",
                {"x"}),
             Moment::variance),
      sum_like(op("dot", "The sum of the products x[i] y[i].", exactness, {"x", "y"}), Reduction::dot),
      moment(op("norm", "The Euclidean norm.", "sqrt(sum of x^2). That of an empty array is 0.", {"x"}), Moment::norm)};
}

}  // namespace lenslet::ops

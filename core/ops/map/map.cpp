// Makes element-wise ops: any expression of up to four arrays, and those with a name of their own.
#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/map/map.hpp"

namespace lenslet::ops {
namespace {

using elementwise::Expression;
using op::Types;
using ExpressionOf = std::function<Expression(const Arguments&)>;

std::vector<std::string> names_of(std::size_t inputs) {
  std::vector<std::string> names;
  for (const char name : elementwise::input_names.substr(0, inputs)) names.emplace_back(1, name);
  return names;
}

void check_inputs(const std::string& op, const Types& inputs) {
  for (std::size_t i = 1; i < inputs.size(); ++i)
    if (inputs[i] != inputs[0])
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("{}: x is {}, {} is {}; allowed: the same type and shape", op, to_string(inputs[0]),
                              elementwise::input_names.substr(i, 1), to_string(inputs[i])));
}

op::Op op(const OpInfo& info, std::size_t max_inputs, const ExpressionOf& expression_of) {
  op::Op op;
  op.info = info;
  op.info.family = "map";
  op.info.inputs = array_operands(names_of(max_inputs), Reads::same);
  op.inputs = [expression_of](const Arguments& arguments) { return names_of(expression_of(arguments).inputs); };
  op.outputs = [expression_of, name = info.name](const Arguments& arguments, const Types& inputs) {
    check_inputs(name, inputs);
    const Expression expression = expression_of(arguments);
    elementwise::check(expression, elementwise::arithmetic_type(inputs[0].type),
                       elementwise::numbers_of(expression, arguments));
    return Types{inputs[0]};
  };
  op.space = elementwise::space;
  op.initial = elementwise::initial;
  op.rule = elementwise::rule;
  op.make = [expression_of](const auto& problem, const auto&... rest) {
    return elementwise::make(expression_of(problem.arguments), problem, rest...);
  };
  op.mismatch = [expression_of](const auto& problem, const auto&... rest) {
    return elementwise::mismatch(expression_of(problem.arguments), problem, rest...);
  };
  op.part = elementwise::part;
  return op;
}

op::Op fixed(const OpInfo& info, std::string_view text) {
  const Expression expression = elementwise::parse(text);
  op::Op result = op(info, expression.inputs, [expression](const Arguments&) { return expression; });
  result.cases = [name = info.name](int effort) { return elementwise::fixed_cases(name, effort); };
  return result;
}

Parameter number(std::string name, double initial) {
  return {.name = name, .summary = fmt::format("The number {}.", name), .initial = initial};
}

// Lists all functions of expressions, so that the text never lacks one.
std::string functions_text() {
  std::string text;
  for (const elementwise::Rule& rule : elementwise::rules()) {
    if (!rule.symbol.empty()) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} ({}{})", rule.name, rule.integers ? "exact, integers too" : "",
                        rule.integers          ? ""
                        : rule.float_ulps == 0 ? "exact"
                                               : fmt::format("{} ulp", rule.float_ulps));
  }
  return text;
}

constexpr char types_text[] =
    "Inputs have one type and one shape; the output has both. u8, i8, u16, i16 and f16 are "
    "worked on as f32 and rounded once, at the end: integers to the nearest whole number (even ones of two), and what "
    "is out of their range becomes its nearest end, as in images; NaN becomes 0. i32, u32, i64 and "
    "u64 wrap around. Whole numbers of an expression are below 2^53. ";

std::string map_details() {
  return fmt::format(
      "Operators, as in C: + - * / and unary -, < <= > >= == != that give 1 or 0 and do not follow each other without "
      "parentheses. Functions, with the error that OpenCL 1.2 (section 7.4) allows them in f32: {}. In f32 a quotient "
      "has 2.5 ulp and + - * half a one; in f64 quotients and sqrt have half a one, the rest is the same. Errors of "
      "operations that follow each other add up, and a device may take denormals of f32 for 0. select(c, p, q) is p "
      "where c is not 0, else q, as NumPy's where. min and max: NaN wins, as in NumPy's minimum and maximum. round "
      "goes to the nearest even, as NumPy's. {}Quotients of integers are cut towards 0; a quotient by 0 is 0. Numbers "
      "and parameters have to be in the inputs' type. An expression has up to {} characters and is nested up to {} "
      "deep.",
      functions_text(), types_text, elementwise::max_text_length, elementwise::highest_tree);
}

op::Op map_op() {
  const Parameter text{.name = "expression",
                       .summary = "What to compute, of x, y, z, w and a, b, c, d: 'a*x+y'.",
                       .kind = ParameterKind::text,
                       .initial = std::string()};
  op::Op result = op({.name = "map",
                      .summary = "Any expression of the elements of one to four arrays.",
                      .details = map_details(),
                      .parameters = {text, number("a", 1), number("b", 0), number("c", 0), number("d", 0)},
                      .outputs = array_operands({"map"})},
                     elementwise::max_inputs,
                     [](const Arguments& arguments) { return elementwise::parse(arguments.text("expression")); });
  result.cases = elementwise::map_cases;
  return result;
}

}  // namespace

std::vector<op::Op> map() {
  const std::string rounding = std::string(types_text) + "Each operation is rounded once, or all of them together.";
  return {map_op(),
          fixed({.name = "saxpy",
                 .summary = "a x[i] + y[i].",
                 .details = "As BLAS's axpy, with an output of its own. " + rounding,
                 .parameters = {number("a", 1)},
                 .outputs = array_operands({"saxpy"})},
                "a*x+y"),
          fixed({.name = "add",
                 .summary = "x[i] + y[i].",
                 .details = "As NumPy's add. " + rounding,
                 .parameters = {},
                 .outputs = array_operands({"add"})},
                "x+y")};
}

}  // namespace lenslet::ops

// Lists what expressions can have.
#include <algorithm>

#include "ops/map/map_expression.hpp"

namespace lenslet::ops::elementwise {
namespace {

using enum Operation;

constexpr double exact = 0, once = 0.5;

constexpr Rule table[] = {
    {negate, "negate", "-", 1, true, exact, exact},
    {add, "add", "+", 2, true, once, once},
    {subtract, "subtract", "-", 2, true, once, once},
    {multiply, "multiply", "*", 2, true, once, once},
    {divide, "divide", "/", 2, true, 2.5, once},
    {less, "less", "<", 2, true, exact, exact},
    {less_equal, "less_equal", "<=", 2, true, exact, exact},
    {greater, "greater", ">", 2, true, exact, exact},
    {greater_equal, "greater_equal", ">=", 2, true, exact, exact},
    {equal, "equal", "==", 2, true, exact, exact},
    {not_equal, "not_equal", "!=", 2, true, exact, exact},
    {Operation::abs, "abs", "", 1, true, exact, exact},
    {Operation::min, "min", "", 2, true, exact, exact},
    {Operation::max, "max", "", 2, true, exact, exact},
    {clamp, "clamp", "", 3, true, exact, exact},
    {Operation::select, "select", "", 3, true, exact, exact},
    {Operation::floor, "floor", "", 1, false, exact, exact},
    {Operation::ceil, "ceil", "", 1, false, exact, exact},
    {Operation::round, "round", "", 1, false, exact, exact},
    {Operation::trunc, "trunc", "", 1, false, exact, exact},
    {Operation::sqrt, "sqrt", "", 1, false, 3, once},
    {Operation::exp, "exp", "", 1, false, 3, 3},
    {Operation::exp2, "exp2", "", 1, false, 3, 3},
    {Operation::log, "log", "", 1, false, 3, 3},
    {Operation::log2, "log2", "", 1, false, 3, 3},
    {Operation::sin, "sin", "", 1, false, 4, 4},
    {Operation::cos, "cos", "", 1, false, 4, 4},
    {Operation::tan, "tan", "", 1, false, 5, 5},
    {Operation::atan, "atan", "", 1, false, 5, 5},
    {Operation::tanh, "tanh", "", 1, false, 5, 5},
    {Operation::pow, "pow", "", 2, false, 16, 16},
};

}  // namespace

std::span<const Rule> rules() {
  return table;
}

const Rule& rule_of(Operation operation) {
  return *std::ranges::find(table, operation, &Rule::operation);
}

}  // namespace lenslet::ops::elementwise

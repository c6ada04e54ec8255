// Expressions: text that becomes a checked tree, and what is made of the tree. A user's text itself never reaches a
// compiler.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/array.hpp>

namespace lenslet::ops::elementwise {

enum class Operation : std::uint8_t {
  input,
  parameter,
  number,
  negate,
  add,
  subtract,
  multiply,
  divide,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  abs,
  min,
  max,
  clamp,
  select,
  floor,
  ceil,
  round,
  trunc,
  sqrt,
  exp,
  exp2,
  log,
  log2,
  sin,
  cos,
  tan,
  atan,
  tanh,
  pow,
};

// An operation: how a text writes it, for which types, and how exact it is by OpenCL 1.2 (section 7.4, full profile).
struct Rule {
  Operation operation;
  std::string_view name;    // map.cl has a map_NAME
  std::string_view symbol;  // of an operator; empty for functions
  std::size_t operands;
  bool integers;       // whether integers have it
  double float_ulps;   // of f32, and of f16, which is computed as f32
  double double_ulps;  // of f64
};

std::span<const Rule> rules();  // all operations with operands
const Rule& rule_of(Operation operation);

inline constexpr std::size_t max_inputs = 4, max_parameter_count = 4, max_operands = 3;
inline constexpr std::string_view input_names = "xyzw", parameter_names = "abcd";
using Numbers = std::array<double, max_parameter_count>;

inline constexpr std::size_t max_text_length = 1000, highest_tree = 64;

struct Node {
  Operation operation = Operation::number;
  std::size_t index = 0;  // of an input or parameter
  double number = 0;
  std::array<std::size_t, max_operands> operands = {};  // places of nodes before this one
  std::size_t position = 0;                             // in the text, from 1
};

struct Expression {
  std::vector<Node> nodes;  // operands come first; the last node is the whole expression
  std::size_t inputs = 0;   // the number of inputs, the first ones of x, y, z, w; each is used
};

// Reads an expression. Throws invalid_argument with the position, the wrong token, and what may stand there.
Expression parse(std::string_view text);

// Returns the type in which elements of this type are computed: f32 for integers of 8 and 16 bits, which are pixels.
SampleType arithmetic_type(SampleType type);

// Throws invalid_argument for operations that this type lacks, such as functions of integers, and for numbers out of
// its range.
void check(const Expression& expression, SampleType type, const Numbers& parameters);

// Writes OpenCL C for map.cl, with its map_NAME functions and its N() for numbers.
std::string printed(const Expression& expression, SampleType type);

}  // namespace lenslet::ops::elementwise

// Finds the sizes of a matrix product, from shapes and arguments.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/matmul/matmul.hpp"

namespace lenslet::ops {
namespace {

// An input in the caller's words.
struct Matrix {
  std::string name;
  const ArrayType& type;
  std::int64_t leading;  // 0: rows have no gaps
  bool transposed;

  // Returns a side of op(X), if the shape tells it.
  std::optional<std::int64_t> side(std::size_t which) const {
    if (leading > 0) return {};
    return type.shape[transposed ? 1 - which : which];
  }
};

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, "matmul: " + what);
}

Matrix matrix(const char* name, const Arguments& arguments, const ArrayType& type) {
  const std::string leading = std::string("ld") + name;
  const Matrix matrix{name, type, arguments.integer(leading), arguments.flag(std::string("transpose_") + name)};
  if (matrix.leading == 0 && type.shape.size() != 2)
    refuse(fmt::format("{} is {}; allowed: 2 sides, or any shape where {} is given", name, to_string(type), leading));
  return matrix;
}

std::int64_t given_or(const Arguments& arguments, const char* name, const std::optional<std::int64_t>& shape,
                      const Matrix& from) {
  const int given = arguments.integer(name);
  if (given > 0) return given;
  if (shape) return *shape;
  refuse(fmt::format("{} is 0 where ld{} is {}; allowed: 1 and more", name, from.name, from.leading));
}

std::int64_t depth_of(const Arguments& arguments, const Matrix& a, const Matrix& b) {
  const std::optional<std::int64_t> columns = a.side(1), rows = b.side(0);
  if (arguments.integer("k") == 0 && columns && rows && *columns != *rows)
    refuse(fmt::format("a is {}, b is {}: op(a) has {} columns, op(b) {} rows; allowed: equal numbers",
                       to_string(a.type), to_string(b.type), *columns, *rows));
  return given_or(arguments, "k", columns ? columns : rows, a);
}

// Returns the distance of rows, in elements, of a matrix that must hold `rows` x `columns` of op(X).
std::int64_t leading_of(const Matrix& matrix, std::int64_t rows, std::int64_t columns) {
  if (matrix.transposed) std::swap(rows, columns);
  const auto& shape = matrix.type.shape;
  if (matrix.leading == 0) {
    if (rows <= shape[0] && columns <= shape[1]) return shape[1];
    refuse(fmt::format("{} is {}; allowed: at least {} x {}", matrix.name, to_string(matrix.type), rows, columns));
  }
  if (matrix.leading < columns)
    refuse(fmt::format("ld{} is {}; allowed: {} (elements of a row) and more", matrix.name, matrix.leading, columns));
  const std::int64_t needed = rows == 0 || columns == 0 ? 0 : (rows - 1) * matrix.leading + columns;
  if (matrix.type.count() < needed)
    refuse(fmt::format("{} has {} elements; allowed: {} and more", matrix.name, matrix.type.count(), needed));
  return matrix.leading;
}

double factor(const Arguments& arguments, const char* name, SampleType type) {
  const double value = arguments.real(name);
  if (type == SampleType::f64) return value;
  constexpr double most = std::numeric_limits<float>::max();
  if (std::abs(value) > most) refuse(fmt::format("{} is {}; allowed: -{} to {}", name, value, most, most));
  return static_cast<double>(static_cast<float>(value));
}

void check_types(const op::Types& inputs) {
  const SampleType type = inputs[0].type;
  if (is_integer(type)) refuse(fmt::format("a is {}; allowed: f16, f32, f64", to_string(inputs[0])));
  if (inputs[1].type != type)
    refuse(fmt::format("a is {}, b is {}; allowed: the same type", to_string(inputs[0]), to_string(inputs[1])));
}

}  // namespace

SampleType product_type(SampleType type) {
  return type == SampleType::f64 ? SampleType::f64 : SampleType::f32;
}

Sizes sizes_of(const Arguments& arguments, const op::Types& inputs) {
  check_types(inputs);
  const Matrix a = matrix("a", arguments, inputs[0]), b = matrix("b", arguments, inputs[1]);
  Sizes sizes;
  sizes.transpose_a = a.transposed;
  sizes.transpose_b = b.transposed;
  sizes.alpha = factor(arguments, "alpha", inputs[0].type);
  sizes.beta = factor(arguments, "beta", inputs[0].type);
  sizes.rows = given_or(arguments, "m", a.side(0), a);
  sizes.columns = given_or(arguments, "n", b.side(1), b);
  sizes.depth = depth_of(arguments, a, b);
  sizes.lda = leading_of(a, sizes.rows, sizes.depth);
  sizes.ldb = leading_of(b, sizes.depth, sizes.columns);
  const int ldc = arguments.integer("ldc");
  if (ldc > 0 && ldc < sizes.columns)
    refuse(fmt::format("ldc is {}; allowed: {} (elements of a row) and more", ldc, sizes.columns));
  sizes.ldc = ldc > 0 ? ldc : sizes.columns;
  return sizes;
}

}  // namespace lenslet::ops

// Reads and inverts the matrices of warps.
#include "ops/warp/matrix.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/error.hpp>

#include "ops/parameters.hpp"
#include "ops/warp/warp.hpp"

namespace lenslet::ops {
namespace {

constexpr double least_determinant = 1e-12;  // beside the products that it is a sum of

[[noreturn]] void refuse(const char* op, const std::string& what) {
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {}", op, what));
}

Matrix3 matrix_of(const Arguments& arguments, const char* op, int rows) {
  const Matrix& given = arguments.matrix("matrix");
  if (given.values().empty()) refuse(op, fmt::format("no matrix is given; allowed: {} rows of 3 numbers", rows));
  if (given.rows() != rows || given.columns() != 3)
    refuse(op, fmt::format("matrix {} has {} x {} numbers; allowed: {} rows of 3", value_text(given), given.rows(),
                           given.columns(), rows));
  Matrix3 matrix{0, 0, 0, 0, 0, 0, 0, 0, 1};
  std::ranges::copy(given.values(), matrix.begin());
  return matrix;
}

// The determinant of the rows and columns other than these.
double minor_of(const Matrix3& m, std::size_t row, std::size_t column) {
  const std::size_t a = row == 0 ? 1 : 0, b = row == 2 ? 1 : 2, c = column == 0 ? 1 : 0, d = column == 2 ? 1 : 2;
  return m[3 * a + c] * m[3 * b + d] - m[3 * a + d] * m[3 * b + c];
}

double determinant_of(const Matrix3& m) {
  return m[0] * minor_of(m, 0, 0) - m[1] * minor_of(m, 0, 1) + m[2] * minor_of(m, 0, 2);
}

// The sum of the magnitudes of the determinant's six products.
double products_of(const Matrix3& m) {
  const auto around = [&](std::size_t a, std::size_t b, std::size_t c) {
    return std::abs(m[a]) * (std::abs(m[3 + b] * m[6 + c]) + std::abs(m[3 + c] * m[6 + b]));
  };
  return around(0, 1, 2) + around(1, 0, 2) + around(2, 0, 1);
}

void check_determinant(const Matrix3& m, double determinant, const char* op) {
  if (!std::isfinite(determinant))
    refuse(op, fmt::format("the determinant of the matrix {:.6g} is not a finite number; allowed: smaller numbers",
                           fmt::join(m, ",")));
  if (std::abs(determinant) > least_determinant * products_of(m)) return;
  refuse(op, fmt::format("the matrix {:.6g} has the determinant {:.6g} and no inverse; allowed: another determinant "
                         "than 0, or inverse=on/--inverse, which takes the matrix as it is",
                         fmt::join(m, ","), determinant));
}

// A matrix of two rows keeps its last row exactly.
Matrix3 inverse_of(const Matrix3& m, const char* op, bool is_affine) {
  const double determinant = determinant_of(m);
  check_determinant(m, determinant, op);
  Matrix3 inverse{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      inverse[3 * row + column] = ((row + column) % 2 == 0 ? 1 : -1) * minor_of(m, column, row) / determinant;
  if (is_affine) inverse[6] = inverse[7] = 0, inverse[8] = 1;
  return inverse;
}

}  // namespace

std::vector<Parameter> matrix_parameters(const char* summary) {
  return {{.name = "matrix",
           .summary = summary,
           .kind = ParameterKind::matrix,
           .initial = Matrix(),
           .automatic = true},  // a matrix that copies would hide that one was forgotten
          flag_parameter("inverse", "The matrix maps the result's pixels to the image's."),
          size_parameter("Width and height of the result: 640x480; auto: the image's."),
          sampling_parameter()};
}

std::map<std::string, Value> warp_arguments(const Matrix& matrix, Size size, bool inverse) {
  return {{"matrix", matrix}, {"size", size}, {"inverse", inverse}};
}

Matrix3 matrix_to_source(const Arguments& arguments, const char* op, int rows) {
  const Matrix3 matrix = matrix_of(arguments, op, rows);
  return arguments.flag("inverse") ? matrix : inverse_of(matrix, op, rows == 2);
}

Size warped_size(const Arguments& arguments, Size source) {
  const Size size = arguments.size("size");
  return size == Size{} ? source : size;
}

}  // namespace lenslet::ops

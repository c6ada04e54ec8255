// Values of ops' parameters. Texts for people are read elsewhere: nothing here is spelled.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <lenslet/size.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

using Numbers = std::vector<double>;

// Rows of numbers, as a mask has them: Matrix{3, 3, {0, -1, 0, -1, 5, -1, 0, -1, 0}}.
class Matrix {
 public:
  Matrix() = default;  // has no numbers: the op makes its own, where it can

  // The values are those of the first row, then those of the second. Throws invalid_argument where a side is less than
  // 1, or where there are not rows * columns values.
  Matrix(int rows, int columns, Numbers values);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  const Numbers& values() const { return values_; }
  bool empty() const { return values_.empty(); }
  bool operator==(const Matrix&) const = default;

 private:
  int rows_ = 0, columns_ = 0;
  Numbers values_;
};

struct CurvePoint {
  double x = 0, y = 0;
  bool operator==(const CurvePoint&) const = default;
};
using CurvePoints = std::vector<CurvePoint>;

// A function of a sample: Curve{{0, 0}, {128, 180}, {255, 255}} goes straight from point to point. A table instead has
// a result for each sample, from 0 on: Curve(Numbers{...}).
class Curve {
 public:
  Curve() = default;  // has neither: the op makes its own, where it can
  Curve(std::initializer_list<CurvePoint> points) : points_(points) {}
  Curve(CurvePoints points) : points_(std::move(points)) {}
  Curve(Numbers table) : table_(std::move(table)) {}

  const CurvePoints& points() const { return points_; }
  const Numbers& table() const { return table_; }
  bool empty() const { return points_.empty() && table_.empty(); }
  bool operator==(const Curve&) const = default;

 private:
  CurvePoints points_;
  Numbers table_;
};

// A word is a text or a choice. In a Size a side of 0 is left to the op: {640, 0} keeps the image's proportions.
using Value = std::variant<bool, std::int64_t, double, std::string, Numbers, Matrix, Size, Curve>;

inline constexpr std::string_view automatic_word = "auto";

// Leaves a number to the op: {.k = lenslet::auto_number}.
struct AutoNumber {
  operator Value() const { return std::string(automatic_word); }
};
inline constexpr AutoNumber auto_number;

// A member of a struct of <lenslet/ops.hpp> that is a number, as {.k = 16}, or left to the op.
class IntegerOrAuto {
 public:
  IntegerOrAuto(AutoNumber word) : value_(word) {}
  IntegerOrAuto(int number) : value_(std::int64_t{number}) {}
  operator Value() const { return value_; }

 private:
  Value value_;
};

}  // namespace lenslet
#pragma GCC visibility pop

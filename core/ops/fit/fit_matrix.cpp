#include "ops/fit/fit_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lenslet::ops {
namespace {

constexpr int max_sweeps = 64;  // ten are enough for matrices of this size

void turn(Reals& a, Reals& b, long double cosine, long double sine) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const long double left = a[i];
    a[i] = cosine * left - sine * b[i];
    b[i] = sine * left + cosine * b[i];
  }
}

// Makes two columns orthogonal by a rotation, the smaller of the two possible ones. Returns whether they were not
// before.
bool turn_pair(Turned& matrix, std::size_t i, std::size_t j) {
  Reals &a = matrix.product[i], &b = matrix.product[j];
  const long double aa = dot(a, a), bb = dot(b, b), ab = dot(a, b);
  if (std::abs(ab) <= std::numeric_limits<long double>::epsilon() * std::sqrt(aa * bb)) return false;
  const long double zeta = (bb - aa) / (2 * ab);
  const long double tangent = std::copysign(1 / (std::abs(zeta) + std::sqrt(1 + zeta * zeta)), zeta);
  const long double cosine = 1 / std::sqrt(1 + tangent * tangent);
  turn(a, b, cosine, cosine * tangent);
  turn(matrix.turned[i], matrix.turned[j], cosine, cosine * tangent);
  return true;
}

bool sweep(Turned& matrix) {
  bool turned = false;
  for (std::size_t i = 0; i < matrix.product.size(); ++i)
    for (std::size_t j = i + 1; j < matrix.product.size(); ++j) turned |= turn_pair(matrix, i, j);
  return turned;
}

}  // namespace

long double dot(const Reals& a, const Reals& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0L);
}

Turned orthogonal(Columns matrix) {
  Turned result{std::move(matrix), {}};
  for (std::size_t i = 0; i < result.product.size(); ++i) {
    result.turned.emplace_back(result.product.size(), 0);
    result.turned[i][i] = 1;
  }
  for (int i = 0; i < max_sweeps && sweep(result); ++i) continue;
  return result;
}

// Givens rotations of the new row with each row of the triangle, until nothing of it is left.
void Triangle::add(Reals row) {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const long double length = std::sqrt(rows_[k][k] * rows_[k][k] + row[k] * row[k]);
    if (length == 0) continue;
    turn(row, rows_[k], rows_[k][k] / length, row[k] / length);
  }
}

Reals Triangle::solve() const {
  Reals solution(rows_.size(), 0);
  for (std::size_t k = rows_.size(); k-- > 0;) {
    long double right = rows_[k].back();
    for (std::size_t j = k + 1; j < rows_.size(); ++j) right -= rows_[k][j] * solution[j];
    solution[k] = right / rows_[k][k];
  }
  return solution;
}

// The right sides are no part of the matrix. Singular values of R and of its transpose are the same.
long double Triangle::condition() const {
  Columns transposed = rows_;
  for (Reals& row : transposed) row.pop_back();
  Reals lengths;
  for (const Reals& column : orthogonal(std::move(transposed)).product) lengths.push_back(dot(column, column));
  const auto [least, greatest] = std::ranges::minmax(lengths);
  return std::sqrt(greatest / least);
}

}  // namespace lenslet::ops

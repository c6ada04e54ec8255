// The linear algebra of a fit. Matrices are small, with one column for each coefficient.
#pragma once

#include "ops/fit/fit.hpp"

namespace lenslet::ops {

using Columns = std::vector<Reals>;

long double dot(const Reals& a, const Reals& b);

// The rotated columns of a square matrix A. `turned` is V: its columns are orthogonal and have the length 1. `product`
// is A V: its columns are orthogonal and as long as the singular values of A. For a symmetric A the columns of V are
// eigenvectors.
struct Turned {
  Columns product, turned;
};

// Rotates pairs of columns until all are orthogonal: Jacobi's one-sided method.
Turned orthogonal(Columns matrix);

// The triangle R of the QR decomposition of rows that come one by one, each with its right side.
class Triangle {
 public:
  explicit Triangle(std::size_t size) : rows_(size, Reals(size + 1, 0)) {}

  void add(Reals row);  // `size` numbers and the right side

  Reals solve() const;  // the solution of least squares
  long double condition() const;

 private:
  std::vector<Reals> rows_;
};

}  // namespace lenslet::ops

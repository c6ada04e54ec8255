// The linear algebra of a fit: matrices as small as its coefficients are few.
#pragma once

#include "ops/fit/fit.hpp"

namespace lenslet::ops {

using Columns = std::vector<Reals>;

long double dot(const Reals& a, const Reals& b);

// Turned columns of a square matrix A: `turned` is V, whose columns are orthogonal and have the length 1, and `product`
// is A V, whose columns are orthogonal and as long as the singular values of A. Of a symmetric A the columns of V are
// eigenvectors.
struct Turned {
  Columns product, turned;
};

// Turns pairs of columns until all are orthogonal: Jacobi's method, of one side.
Turned orthogonal(Columns matrix);

// The triangle R of the QR decomposition of rows that come one by one, with the right sides that belong to them.
class Triangle {
 public:
  explicit Triangle(std::size_t size) : rows_(size, Reals(size + 1, 0)) {}

  void add(Reals row);  // `size` numbers and the right side

  Reals solve() const;  // the least squares' solution
  long double condition() const;

 private:
  std::vector<Reals> rows_;
};

}  // namespace lenslet::ops

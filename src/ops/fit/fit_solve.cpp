// Does the host's part of a fit: scales, the normal equations of Chebyshev polynomials, and powers of x.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include <lenslet/error.hpp>

#include "ops/fit/fit.hpp"

namespace lenslet::ops {
namespace {

using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

// Returns the exponent that makes `size` more than 1/2 and 1 at most. Floats are not scaled by more than they can hold.
int exponent_for(double size) {
  if (size == 0) return 0;
  int exponent = 0;
  if (std::frexp(size, &exponent) == 0.5) --exponent;
  const bool is_float = exponent >= -148 && exponent <= 128;
  return is_float ? std::clamp(-exponent, -126, 126) : std::clamp(-exponent, -1022, 1022);
}

Matrix gram_of(const Reals& moments) {
  const auto size = static_cast<Eigen::Index>(moments.size() / 2 + 1);
  Matrix gram(size, size);
  for (Eigen::Index i = 0; i < size; ++i)
    for (Eigen::Index j = 0; j < size; ++j)
      gram(i, j) = (moments[static_cast<std::size_t>(i + j)] + moments[static_cast<std::size_t>(std::abs(i - j))]) / 2;
  return gram;
}

}  // namespace

FitScale fit_scale(const FitRange& range, int degree) {
  if (range.w_max <= 0)
    throw Error(ErrorKind::invalid_argument, "fit: all weights are 0; allowed: one and more that are greater");
  FitScale scale{};
  scale.x_exponent = exponent_for(std::max(std::abs(range.x_min), std::abs(range.x_max)));
  scale.y_exponent = exponent_for(std::max(std::abs(range.y_min), std::abs(range.y_max)));
  scale.w_exponent = exponent_for(range.w_max);
  const double low = std::ldexp(range.x_min, scale.x_exponent), high = std::ldexp(range.x_max, scale.x_exponent);
  if (low == high && degree > 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("fit: all x are {}, so that the condition is infinite; allowed: {} different x and more",
                            range.x_min, degree + 1));
  scale.centre = low / 2 + high / 2;
  scale.scale = low == high ? 1 : 2 / (high - low);
  return scale;
}

Reals fit_basis(const FitScale& scale, const FitPoint& point, int degree) {
  const long double x = std::ldexp(static_cast<long double>(point.x), scale.x_exponent);
  const long double t = (x - scale.centre) * scale.scale;
  Reals basis{1, t};
  while (basis.size() <= static_cast<std::size_t>(degree))
    basis.push_back(2 * t * basis.back() - basis[basis.size() - 2]);
  basis.resize(static_cast<std::size_t>(degree) + 1);
  return basis;
}

struct FitSystem::Parts {
  Eigen::SelfAdjointEigenSolver<Matrix> solver;
};

FitSystem::FitSystem(const Reals& moments)
    : parts_(std::make_unique<const Parts>(Eigen::SelfAdjointEigenSolver<Matrix>(gram_of(moments)))) {}
FitSystem::~FitSystem() = default;

double FitSystem::condition() const {
  const Vector& values = parts_->solver.eigenvalues();  // ascending
  const long double least = values(0), greatest = values(values.size() - 1);
  if (!(least > 0)) return std::numeric_limits<double>::infinity();
  return static_cast<double>(std::sqrt(greatest / least));
}

Reals FitSystem::solve(const Reals& sums) const {
  const Eigen::Map<const Vector> right(sums.data(), static_cast<Eigen::Index>(sums.size()));
  const Matrix& vectors = parts_->solver.eigenvectors();
  const Vector parts = (vectors.transpose() * right).cwiseQuotient(parts_->solver.eigenvalues());
  const Vector solution = vectors * parts;
  return {solution.data(), solution.data() + solution.size()};
}

Reals fit_powers(const FitScale& scale, const Reals& chebyshev) {
  const long double slope = std::ldexp(static_cast<long double>(scale.scale), scale.x_exponent);
  const long double offset = -static_cast<long double>(scale.centre) * scale.scale;
  const std::size_t size = chebyshev.size();
  Reals before(size, 0), here(size, 0), powers(size, 0);  // T(k - 1), T(k) and the sum, in powers of x
  here[0] = 1;
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t i = 0; i <= k; ++i) powers[i] += chebyshev[k] * here[i];
    Reals next(size, 0);
    const long double twice = k == 0 ? 1 : 2;
    for (std::size_t i = 0; i < size; ++i)
      next[i] = twice * (offset * here[i] + (i > 0 ? slope * here[i - 1] : 0)) - before[i];
    before = here;
    here = next;
  }
  return powers;
}

long double fit_size(const Reals& powers, const FitRange& range) {
  const long double x = std::max(std::abs(range.x_min), std::abs(range.x_max));
  long double size = 0;
  for (std::size_t k = powers.size(); k-- > 0;) size = size * x + std::abs(powers[k]);
  return size;
}

FitErrors fit_errors(ElementType type) {
  if (type == ElementType::f64) return {0x1p-41, 0x1p-45};
  return {0x1p-34, 0x1p-38};
}

}  // namespace lenslet::ops

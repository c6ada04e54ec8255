// Does the host's part of a fit: scales, the normal equations of Chebyshev polynomials, and powers of x.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/fit/fit_matrix.hpp"

namespace lenslet::ops {
namespace {

// Returns the exponent that scales `size` to over 1/2 and at most 1. It stays within what floats can hold.
int exponent_for(double size) {
  if (size == 0) return 0;
  int exponent = 0;
  if (std::frexp(size, &exponent) == 0.5) --exponent;
  const bool is_float = exponent >= -148 && exponent <= 128;
  return is_float ? std::clamp(-exponent, -126, 126) : std::clamp(-exponent, -1022, 1022);
}

Columns gram_of(const Reals& moments) {
  const std::size_t size = moments.size() / 2 + 1;
  Columns gram(size, Reals(size));
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) gram[j][i] = (moments[i + j] + moments[i > j ? i - j : j - i]) / 2;
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

// The eigenvalues keep their signs. A matrix with dependent columns may have one that is rounded below 0.
FitSystem::FitSystem(const Reals& moments) {
  Turned gram = orthogonal(gram_of(moments));
  for (std::size_t i = 0; i < gram.turned.size(); ++i) values_.push_back(dot(gram.turned[i], gram.product[i]));
  vectors_ = std::move(gram.turned);
}

double FitSystem::condition() const {
  const auto [least, greatest] = std::ranges::minmax(values_);
  if (!(least > 0)) return std::numeric_limits<double>::infinity();
  return static_cast<double>(std::sqrt(greatest / least));
}

Reals FitSystem::solve(const Reals& sums) const {
  Reals solution(sums.size(), 0);
  for (std::size_t i = 0; i < vectors_.size(); ++i) {
    const long double part = dot(vectors_[i], sums) / values_[i];
    for (std::size_t k = 0; k < solution.size(); ++k) solution[k] += part * vectors_[i][k];
  }
  return solution;
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

FitErrors fit_errors(SampleType type) {
  if (type == SampleType::f64) return {0x1p-41, 0x1p-45};
  return {0x1p-34, 0x1p-38};
}

}  // namespace lenslet::ops

// Fits Gaussians to a wider one by least squares over all places: the products of two Gaussians have integrals in
// closed form, and the weights solve the normal equations.
#include "ops/wide_gaussian/wide_fit.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

namespace lenslet::ops {
namespace {

double density(double x, double variance) {
  return std::exp(-x * x / (2 * variance)) / std::sqrt(2 * std::numbers::pi * variance);
}

// The integral of the standard Gaussian up to x.
double integral(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

// Solves equations with a symmetric positive matrix, which needs no pivots.
std::vector<double> solved(std::vector<std::vector<double>> matrix, std::vector<double> right) {
  const std::size_t n = right.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const double factor = matrix[j][i] / matrix[i][i];
      for (std::size_t k = i; k < n; ++k) matrix[j][k] -= factor * matrix[i][k];
      right[j] -= factor * right[i];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) right[i] -= matrix[i][k] * right[k];
    right[i] /= matrix[i][i];
  }
  return right;
}

// The integral of the wider Gaussian times the narrow one at `place`.
double overlap(double place, double sigma, double end, double narrow) {
  const double wide = sigma * sigma, small = narrow * narrow, sum = wide + small;
  const double centre = place * wide / sum, spread = std::sqrt(wide * small / sum);
  return density(place, sum) * (integral((end - centre) / spread) - integral((-end - centre) / spread));
}

}  // namespace

std::vector<double> fitted_weights(double sigma, double end, double narrow) {
  const int radius = static_cast<int>(std::ceil(end));
  std::vector<std::vector<double>> matrix;
  std::vector<double> right;
  for (int i = -radius; i <= radius; ++i) {
    std::vector<double> row;
    for (int j = -radius; j <= radius; ++j) row.push_back(density(i - j, 2 * narrow * narrow));
    matrix.push_back(std::move(row));
    right.push_back(overlap(i, sigma, end, narrow));
  }
  std::vector<double> weights = solved(std::move(matrix), std::move(right));
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace lenslet::ops

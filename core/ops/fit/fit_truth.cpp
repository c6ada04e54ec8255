// Computes what a fit must make, by a QR decomposition of all points in long double.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "array/compare.hpp"
#include "ops/fit/fit_matrix.hpp"

namespace lenslet::ops {
namespace {

using Arrays = op::HostValues;
using Mismatch = std::optional<std::string>;

struct Truth {
  FitScale scale;
  Reals coefficients;                    // of T(k)(t)
  long double condition, weights, size;  // size: that of y and the coefficients
  long double residual, spread;
};

FitPoint point_at(const Arrays& in, std::int64_t i) {
  return {in[0].at(i), in[1].at(i), in.size() == 3 ? in[2].at(i) : 1};
}

FitScale scale_of(const Arrays& in, int degree) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  FitRange range{infinite, -infinite, infinite, -infinite, 0};
  for (std::int64_t i = 0; i < in[0].count(); ++i) {
    const FitPoint point = point_at(in, i);
    if (point.w == 0) continue;
    range = {std::min(range.x_min, point.x), std::max(range.x_max, point.x), std::min(range.y_min, point.y),
             std::max(range.y_max, point.y), std::max(range.w_max, point.w)};
  }
  return fit_scale(range, degree);
}

// Sums up residual and spread, once the coefficients are known.
void measure(Truth& truth, const Arrays& in) {
  long double mean = 0, largest = 0;
  const auto each = [&](const auto& use) {
    for (std::int64_t i = 0; i < in[0].count(); ++i)
      if (const FitPoint point = point_at(in, i); point.w > 0) use(point);
  };
  each([&](const FitPoint& point) {
    truth.weights += point.w;
    mean += static_cast<long double>(point.w) * point.y;
    largest = std::max(largest, std::abs(static_cast<long double>(point.y)));
  });
  mean /= truth.weights;
  each([&](const FitPoint& point) {
    const Reals basis = fit_basis(truth.scale, point, static_cast<int>(truth.coefficients.size()) - 1);
    long double residual = point.y;
    for (std::size_t k = 0; k < basis.size(); ++k) residual -= truth.coefficients[k] * basis[k];
    truth.residual += point.w * residual * residual;
    truth.spread += point.w * (point.y - mean) * (point.y - mean);
  });
  truth.size = largest;
  for (const long double one : truth.coefficients) truth.size += std::abs(one);
}

Truth truth_of(const Arrays& in, int degree) {
  Truth truth{scale_of(in, degree), {}, 0, 0, 0, 0, 0};
  Triangle triangle(static_cast<std::size_t>(degree) + 1);
  for (std::int64_t i = 0; i < in[0].count(); ++i) {
    const FitPoint point = point_at(in, i);
    if (point.w == 0) continue;
    const long double root = std::sqrt(static_cast<long double>(point.w));
    Reals row = fit_basis(truth.scale, point, degree);
    row.push_back(point.y);
    for (long double& number : row) number *= root;
    triangle.add(std::move(row));
  }
  truth.coefficients = triangle.solve();
  truth.condition = triangle.condition();
  measure(truth, in);
  return truth;
}

// Returns the bound that the op's details state, for coefficients of T(k).
long double chebyshev_bound(const Truth& truth, const FitErrors& errors) {
  const long double rms = std::sqrt(truth.residual / truth.weights);
  const auto size = static_cast<long double>(truth.coefficients.size());
  const long double condition = truth.condition;
  return 32 * size * (condition * errors.value * truth.size + condition * condition * errors.sum * rms);
}

// Compares coefficients of powers. The bound of each follows from its share in every T(k).
Mismatch powers_mismatch(const Truth& truth, long double bound, const Array& out) {
  std::vector<double> expected, bounds(truth.coefficients.size());
  for (const long double one : fit_powers(truth.scale, truth.coefficients))
    expected.push_back(static_cast<double>(one));
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    Reals unit(bounds.size(), 0);
    unit[k] = 1;
    const Reals powers = fit_powers(truth.scale, unit);
    for (std::size_t i = 0; i < bounds.size(); ++i)
      bounds[i] += static_cast<double>(std::abs(powers[i]) * (bound + 0x1p-50L * std::abs(truth.coefficients[k])));
  }
  for (std::size_t i = 0; i < bounds.size(); ++i) bounds[i] += array::rounding_of(SampleType::f64, expected[i]);
  return array::first_outside(out, expected, bounds);
}

// Bounds the error of the residual, from the errors of values and those of coefficients.
long double residual_bound(const Truth& truth, const FitErrors& errors, long double bound) {
  const auto size = static_cast<long double>(truth.coefficients.size());
  const long double value = 8 * errors.value * truth.size, excess = size * bound;
  const long double rms = std::sqrt(truth.residual / truth.weights);
  return 4 * errors.sum * truth.residual + truth.weights * (2 * rms * value + value * value + excess * excess);
}

Mismatch near(const char* what, const Array& out, long double expected, long double bound) {
  const auto mismatch = array::first_outside(
      out, {static_cast<double>(expected)},
      {static_cast<double>(bound) + array::rounding_of(SampleType::f64, static_cast<double>(expected))});
  if (!mismatch) return {};
  return fmt::format("{}: {}", what, *mismatch);
}

Mismatch r_squared_mismatch(const Truth& truth, const FitErrors& errors, long double bound, const Array& out) {
  if (truth.spread == 0) return near("r_squared", out, 1, 0);
  const long double ratio = truth.residual / truth.spread;
  const long double mean = 8 * errors.value * truth.size;  // error of the mean, and of each difference from it
  const long double spread = 4 * errors.sum * truth.spread +
                             truth.weights * (2 * std::sqrt(truth.spread / truth.weights) * mean + mean * mean);
  return near("r_squared", out, 1 - ratio, (bound + 2 * ratio * spread) / truth.spread);
}

}  // namespace

std::optional<std::string> fit_mismatch(const op::Instance& problem, const Arrays& in, const Arrays& out) {
  const Truth truth = truth_of(in, problem.arguments.integer("degree"));
  const FitErrors errors = fit_errors(in[0].type().type);
  const long double bound = chebyshev_bound(truth, errors), residual = residual_bound(truth, errors, bound);
  if (auto mismatch = powers_mismatch(truth, bound, out[0])) return "coefficients: " + *mismatch;
  if (auto mismatch = near("residual", out[1], truth.residual, residual)) return mismatch;
  if (auto mismatch = r_squared_mismatch(truth, errors, residual, out[2])) return mismatch;
  const auto size = static_cast<long double>(truth.coefficients.size());
  const long double squared = truth.condition * truth.condition;
  return near("condition", out[3], truth.condition, 4 * size * squared * errors.sum * truth.condition);
}

}  // namespace lenslet::ops

// A fit: the range of the points, their moments, the solution, and residuals until these correct it no more.
#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "array/values.hpp"
#include "ops/fit/fit.hpp"

namespace lenslet::ops {
namespace {

using op::DeviceValues;
using op::Launches;

constexpr int passes = 6;  // at most: the worst condition allowed takes 3

struct Solution {
  Reals coefficients;
  long double residual, spread;
};

long double size_of(const Reals& values) {
  long double squares = 0;
  for (const long double value : values) squares += value * value;
  return std::sqrt(squares);
}

void check_condition(double condition, int degree) {
  if (condition <= fit_conditions) return;
  throw Error(
      ErrorKind::invalid_argument,
      fmt::format("fit: the condition of degree {} at these x is {:.3g}; allowed: {} at most (fewer different x "
                  "than {} coefficients, or nearly so)",
                  degree, condition, fit_conditions, degree + 1));
}

// `powers` are those of y scaled to 1.
void check_powers(const Reals& powers, const FitRange& range) {
  const long double size = fit_size(powers, range);
  if (size <= fit_terms) return;
  throw Error(
      ErrorKind::invalid_argument,
      fmt::format("fit: x from {} to {} is too far from 0 for powers up to {}: their terms are {:.3g} times as "
                  "large as y, and f64 has not the digits; allowed: {:.3g} at most (a lower degree, or x - {:.6g})",
                  range.x_min, range.x_max, powers.size() - 1, static_cast<double>(size), fit_terms,
                  range.x_min / 2 + range.x_max / 2));
}

// The sum of squares falls by what the correction finds in the residuals.
long double corrected(const Reals& sums, const Reals& correction) {
  long double squares = sums[correction.size()];
  for (std::size_t k = 0; k < correction.size(); ++k) squares -= sums[k] * correction[k];
  return std::max(squares, 0.0L);
}

// Iterative refinement: each correction is smaller than the last by the errors of the matrix times its condition.
Solution solve(FitPasses& work, const DeviceValues& in, const FitScale& scale, const Reals& moments,
               Launches& launches) {
  const std::size_t size = (moments.size() - 2) / 3 + 1;
  const Reals lefts(moments.begin(), moments.end() - static_cast<std::ptrdiff_t>(size));
  const Reals rights(moments.end() - static_cast<std::ptrdiff_t>(size), moments.end());
  const FitSystem system(lefts);
  const double condition = system.condition();
  const long double shrink = condition * condition * fit_errors(in[0].type().type).sum;
  const long double mean = work.representable(rights[0] / lefts[0]);
  Solution solution{system.solve(rights), 0, 0};
  for (int pass = 0; pass < passes; ++pass) {
    for (long double& one : solution.coefficients) one = work.representable(one);
    const Reals sums = work.residuals(in, scale, mean, solution.coefficients, launches);
    const Reals correction = system.solve({sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(size)});
    for (std::size_t k = 0; k < size; ++k) solution.coefficients[k] += correction[k];
    solution.residual = corrected(sums, correction);
    solution.spread = sums[size + 1];
    if (shrink * size_of(correction) <= 0x1p-40L * size_of(solution.coefficients)) break;
  }
  return solution;
}

void fit_into(FitPasses& work, int degree, const DeviceValues& in, const DeviceValues& out, Launches& launches) {
  const FitRange range = work.range(in, launches);
  FitScale scale = fit_scale(range, degree);
  scale.centre = static_cast<double>(work.representable(scale.centre));
  scale.scale = static_cast<double>(work.representable(scale.scale));
  const Reals moments = work.moments(in, scale, launches);
  const Reals lefts(moments.begin(), moments.begin() + 2 * degree + 1);
  const double condition = FitSystem(lefts).condition();
  check_condition(condition, degree);
  const Solution solution = solve(work, in, scale, moments, launches);
  Reals powers = fit_powers(scale, solution.coefficients);
  check_powers(powers, range);
  for (long double& one : powers) one = std::ldexp(one, -scale.y_exponent);
  const bool level = range.y_min == range.y_max || solution.spread == 0;
  array::put(work.queue(), out[0], powers);
  array::put(work.queue(), out[1], {std::ldexp(solution.residual, -2 * scale.y_exponent - scale.w_exponent)});
  array::put(work.queue(), out[2], {level ? 1 : 1 - solution.residual / solution.spread});
  array::put(work.queue(), out[3], {condition});
}

}  // namespace

op::Run make_fit(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  op::check_doubles(maker.device(), problem.inputs.front().type);
  const auto work = std::make_shared<FitPasses>(problem, schedule, maker);
  return [work, degree = problem.arguments.integer("degree")](const DeviceValues& in, const DeviceValues& out,
                                                              Launches& launches) {
    fit_into(*work, degree, in, out, launches);
  };
}

}  // namespace lenslet::ops

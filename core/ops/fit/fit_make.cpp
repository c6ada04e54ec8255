// Makes a fit: the range of the points, their moments, the solution, and residuals until they no longer correct it.
#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/fit/fit.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr int max_passes = 6;  // the worst condition allowed takes 3

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

// Throws where too many digits cancel in the powers of x. `powers` belong to y scaled to 1.
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

// Returns the sum of squares that is left after the correction.
long double corrected(const Reals& sums, const Reals& correction) {
  long double squares = sums[correction.size()];
  for (std::size_t k = 0; k < correction.size(); ++k) squares -= sums[k] * correction[k];
  return std::max(squares, 0.0L);
}

// The host's part of a fit, from pass to pass.
class Fit {
 public:
  Fit(FitPasses passes, const op::Instance& problem)
      : passes_(std::move(passes)),
        degree_(problem.arguments.integer("degree")),
        errors_(fit_errors(problem.inputs.front().type)) {}

  void find_scale(const op::Graph& bound) {
    range_ = passes_.range(bound);
    scale_ = fit_scale(range_, degree_);
    scale_.centre = static_cast<double>(passes_.representable(scale_.centre));
    scale_.scale = static_cast<double>(passes_.representable(scale_.scale));
    passes_.write_parameters(bound, scale_, 0, Reals(size(), 0));
  }

  void solve(const op::Graph& bound) {
    const Reals moments = passes_.moments(bound, scale_);
    const auto end_of_lefts = moments.end() - static_cast<std::ptrdiff_t>(size());
    const Reals lefts(moments.begin(), end_of_lefts), rights(end_of_lefts, moments.end());
    system_ = std::make_shared<const FitSystem>(lefts);
    check_condition(system_->condition(), degree_);
    mean_ = passes_.representable(rights[0] / lefts[0]);
    coefficients_ = system_->solve(rights);
    pass_ = 0;
    write_coefficients(bound);
  }

  // Refines iteratively. Each correction is smaller than the last by the errors of the matrix times its condition.
  // Returns whether another pass is worth it; otherwise it has written the results.
  bool refine(const op::Graph& bound) {
    const Reals sums = passes_.residuals(bound, scale_, mean_, coefficients_);
    const Reals correction = system_->solve({sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(size())});
    for (std::size_t k = 0; k < size(); ++k) coefficients_[k] += correction[k];
    const long double shrink = system_->condition() * system_->condition() * errors_.sum;
    if (++pass_ < max_passes && shrink * size_of(correction) > 0x1p-40L * size_of(coefficients_)) {
      write_coefficients(bound);
      return true;
    }
    write_results(bound, corrected(sums, correction), sums[size() + 1]);
    return false;
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(degree_) + 1; }

  void write_coefficients(const op::Graph& bound) {
    for (long double& one : coefficients_) one = passes_.representable(one);
    passes_.write_parameters(bound, scale_, mean_, coefficients_);
  }

  void write_results(const op::Graph& bound, long double residual, long double spread) const {
    Reals powers = fit_powers(scale_, coefficients_);
    check_powers(powers, range_);
    for (long double& one : powers) one = std::ldexp(one, -scale_.y_exponent);
    const bool level = range_.y_min == range_.y_max || spread == 0;
    const auto put = [&](std::size_t place, const Reals& values) { passes_.put(bound, place, values); };
    put(0, powers);
    put(1, {std::ldexp(residual, -2 * scale_.y_exponent - scale_.w_exponent)});
    put(2, {level ? 1 : 1 - residual / spread});
    put(3, {system_->condition()});
  }

  FitPasses passes_;
  int degree_;
  FitErrors errors_;
  FitRange range_ = {};
  FitScale scale_ = {};
  std::shared_ptr<const FitSystem> system_;
  Reals coefficients_;
  long double mean_ = 0;
  int pass_ = 0;
};

}  // namespace

Graph make_fit(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  op::check_doubles(maker.device(), problem.inputs.front().type);
  Graph graph(maker);
  const FitPasses passes(graph, problem, schedule, maker);
  const auto fit = std::make_shared<Fit>(passes, problem);
  passes.add_range(graph);
  graph.host("scale", passes.values(), [fit](const op::Graph& bound) { fit->find_scale(bound); });
  passes.add_moments(graph);
  graph.host("solve", passes.values(), [fit](const op::Graph& bound) { fit->solve(bound); });
  const std::size_t first = graph.size();
  passes.add_residuals(graph);
  graph.host_loop("refine", first, passes.values(), [fit](const op::Graph& bound) { return fit->refine(bound); });
  return graph;
}

}  // namespace lenslet::ops

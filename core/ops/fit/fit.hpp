// What the parts of least squares share. Numbers of the host are long doubles: sums of devices have more digits than
// the numbers that they load, so a double could not judge them.
//
// Until its last step a fit writes its polynomial as the sum of a[k] T(k)(t), with Chebyshev's T(k) and t in [-1, 1].
// The normal equations of powers of x would be badly conditioned: the condition of their matrix grows like 6^degree
// even where x is centred and scaled, and the equations lose twice its digits. The condition of T(k) is near 1 for
// points that spread over their range. Products of two T(k) are sums of two others, so that 2 degree + 1 sums make the
// whole matrix, as with powers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

using Reals = std::vector<long double>;

constexpr int fit_degrees = 8;             // the highest degree
constexpr double fit_conditions = 0x1p13;  // the largest condition number that is solved
constexpr double fit_terms = 0x1p33;  // times the largest |y| at most: what f64 rounds off is then a millionth of y

// The range of the points with a weight.
struct FitRange {
  double x_min, x_max, y_min, y_max, w_max;
};

// Scales x to t = (x 2^x_exponent - centre) scale. The exponents scale x, y and w to at most 1.
struct FitScale {
  int x_exponent, y_exponent, w_exponent;
  double centre, scale;
};

// Throws invalid_argument where all weights are 0 or all x are equal.
FitScale fit_scale(const FitRange& range, int degree);

// A point. Its weight is 1 where the op has no weights.
struct FitPoint {
  double x, y, w;
};

// Returns T(0) to T(degree) at the scaled point.
Reals fit_basis(const FitScale& scale, const FitPoint& point, int degree);

// The normal equations of degree + 1 coefficients, from the sums of w T(k) for k up to twice the degree.
class FitSystem {
 public:
  explicit FitSystem(const Reals& moments);

  double condition() const;  // of the weighted T(k) at the points; infinite where columns depend on each other
  Reals solve(const Reals& sums) const;

 private:
  Reals values_;                // eigenvalues of the equations' matrix
  std::vector<Reals> vectors_;  // one for each eigenvalue
};

// Returns a polynomial of T(k) in ascending powers of x.
Reals fit_powers(const FitScale& scale, const Reals& chebyshev);

// Returns the sum of the sizes of the powers' terms where |x| is greatest. It tells how many digits cancel there.
long double fit_size(const Reals& powers, const FitRange& range);

// Bounds for the device's errors: of its sums, as a share of the sum of the terms' sizes, and of its value of a
// polynomial, as a share of the sizes of y and the coefficients.
struct FitErrors {
  double sum, value;
};
FitErrors fit_errors(SampleType type);

// The passes over the points: their stages, and what the host reads when they have ended. They throw where the device
// lacks what the schedule needs.
class FitPasses {
 public:
  FitPasses(op::Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

  void add_range(op::Graph& graph) const;
  void add_moments(op::Graph& graph) const;    // with the last parameters
  void add_residuals(op::Graph& graph) const;  // with the last parameters

  // Reads the range. Throws invalid_argument, which names the first element that is not finite or a negative weight.
  FitRange range(const op::Graph& bound) const;

  // Reads the sums of w T(k) for k up to twice the degree, then those of w T(k) y.
  Reals moments(const op::Graph& bound, const FitScale& scale) const;

  // Reads the sums of w r T(k) for r = y - polynomial, then of w r^2 and w (y - mean)^2.
  Reals residuals(const op::Graph& bound, const FitScale& scale, long double mean, const Reals& coefficients) const;

  void write_parameters(const op::Graph& bound, const FitScale& scale, long double mean,
                        const Reals& coefficients) const;

  void put(const op::Graph& bound, std::size_t output, const Reals& values) const;

  long double representable(long double value) const;  // rounded to the device's numbers
  std::vector<op::GraphValue> values() const { return {parameters_, parts_, bad_}; }

 private:
  std::vector<FitPoint> points(const op::Graph& bound, std::int64_t first, std::int64_t count) const;
  std::vector<FitPoint> tail(const op::Graph& bound) const;
  void add(op::Graph& graph, const op::GraphKernel& kernel) const;
  Reals sums(const op::Graph& bound, std::size_t count) const;

  const ocl::Queue& queue_;
  std::vector<SampleType> types_;  // one for each input
  std::int64_t count_;
  int degree_, lanes_;
  bool pairs_;
  std::int64_t vectors_;
  std::uint32_t groups_;
  SampleType value_, part_;
  op::GraphKernel range_, moments_, residuals_;
  op::GraphValue parameters_, parts_, bad_;
};

op::Dimensions fit_space(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule fit_initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> fit_rule(const op::Instance& problem, const DeviceInfo& device,
                                  const DimensionSchedule& schedule);
op::Graph make_fit(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

std::optional<std::string> fit_mismatch(const op::Instance& problem, const op::HostValues& in,
                                        const op::HostValues& out);
std::vector<op::Case> fit_cases(int effort);

// Draws the points and the curve through them.
Plot fit_plot(const op::Instance& problem, const std::vector<Array>& in, const std::vector<Array>& out);

}  // namespace lenslet::ops

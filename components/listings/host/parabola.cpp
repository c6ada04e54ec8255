// A parabola by least squares on the host: sums of powers, and three equations that determinants solve.
// (The print also has a parenthesis too many, the type Bool, and garbled formulas of the determinants D1 and D2, which
// its code has right.)
#include "listings/host/parabola.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

template <class Real>
using Three = std::array<Real, 3>;
template <class Real>
using Matrix3 = std::array<Three<Real>, 3>;

// The six products of a determinant, with their signs.
template <class Real>
std::array<Real, 6> products_of(const Matrix3<Real>& m) {
  const Three<Real>&a = m[0], &b = m[1], &c = m[2];
  return {a[0] * b[1] * c[2],  -a[0] * b[2] * c[1], a[2] * b[0] * c[1],
          -a[1] * b[0] * c[2], a[1] * b[2] * c[0],  -a[2] * b[1] * c[0]};
}

template <class Real>
Real determinant3By3(const Matrix3<Real>& m) {
  Real sum = 0;
  for (const Real product : products_of(m)) sum += product;
  return sum;
}

// How large a determinant may be that is zero but for its rounding.
template <class Real>
Real rounding_of(const Matrix3<Real>& m) {
  Real sum = 0;
  for (const Real product : products_of(m)) sum += std::abs(product);
  return 16 * std::numeric_limits<Real>::epsilon() * sum;
}

template <class Real>
Matrix3<Real> with_column(Matrix3<Real> m, std::size_t column, const Three<Real>& values) {
  for (std::size_t row = 0; row < 3; ++row) m[row][column] = values[row];
  return m;
}

enum class ZeroTest : std::uint8_t { by_rounding, exact };

// Returns false, and leaves `a` alone, where the determinant is zero.
template <class Real>
bool findParabola(const ParabolaSums<Real>& s, Three<Real>& a, ZeroTest test = ZeroTest::by_rounding) {
  const Matrix3<Real> m{{{s.n, s.x, s.xx}, {s.x, s.xx, s.xxx}, {s.xx, s.xxx, s.xxxx}}};
  const Real determinant = determinant3By3(m);
  const Real zero = test == ZeroTest::exact ? 0 : rounding_of(m);
  if (std::abs(determinant) <= zero) return false;
  for (std::size_t column = 0; column < 3; ++column)
    a[column] = determinant3By3(with_column(m, column, {s.y, s.xy, s.xxy})) / determinant;
  return true;
}

double height(double x) {
  return 1 + 2 * x + 3 * x * x;
}

// Of the points of a parabola whose a0, a1 and a2 are 1, 2 and 3.
template <class Real>
ParabolaSums<Real> sums_at(const std::vector<double>& places) {
  ParabolaSums<Real> s;
  for (const double place : places) {
    const Real x = static_cast<Real>(place), y = static_cast<Real>(height(place));
    s.n += 1;
    s.x += x;
    s.xx += x * x;
    s.xxx += x * x * x;
    s.xxxx += x * x * x * x;
    s.y += y;
    s.xy += x * y;
    s.xxy += x * x * y;
  }
  return s;
}

const std::vector<double> ten_places = counted_from(0.0, 10), far_places = counted_from(30.0, 10);

void report_coefficients(Report& report, const Three<double>& a) {
  constexpr Three<double> right{1, 2, 3};
  for (std::size_t i = 0; i < 3; ++i)
    report.equal(fmt::format("a{}", i), fmt::format("{:.4f}", a[i]), fmt::format("{:.4f}", right[i]));
}

// Points at two places are on many parabolas: 16 pairs of places, of which each has five points.
void report_pairs(Report& report, ZeroTest test) {
  int found = 0;
  for (int pair = 1; pair <= 16; ++pair) {
    Three<double> a{};
    std::vector<double> places(5, 0.1 * pair);
    places.resize(10, 0.1 * pair + 0.6);
    if (findParabola(sums_at<double>(places), a, test)) ++found;
  }
  report.equal("of 16 pairs of places so many have one parabola", found, 0);
}

// How far the parabola of points at 30 to 39 lies from the farthest of them, in hundredths.
template <class Real>
void report_far_places(Report& report, ZeroTest test) {
  Three<Real> a{};
  const bool found = findParabola(sums_at<Real>(far_places), a, test);
  double farthest = 0;
  for (const double x : far_places)
    farthest = std::max(farthest, std::abs(static_cast<double>(a[0]) + static_cast<double>(a[1]) * x +
                                           static_cast<double>(a[2]) * x * x - height(x)));
  report.holds("points at 30 to 39 have a parabola", found);
  report.equal("its distance from them", fmt::format("{:.2f}", farthest), "0.00");
}

}  // namespace

std::vector<double> parabola_of(const ParabolaSums<double>& sums) {
  Three<double> a;
  a.fill(std::numeric_limits<double>::quiet_NaN());
  findParabola(sums, a);
  return {a.begin(), a.end()};
}

// parabolicApproximation: the sums and what they make, for ten points, and for ten of which all lie at x = 2.
HostResult parabola_fit(const Session&) {
  Three<double> a{};
  Report report({"what", "here", "right"});
  report.holds("points at 0 to 9 have a parabola", findParabola(sums_at<double>(ten_places), a));
  report_coefficients(report, a);
  report.equal("points at 2 alone have one", findParabola(sums_at<double>(std::vector(10, 2.0)), a), false);
  return report.take();
}

// sumXXY is never added to.
HostResult parabola_fit_as_printed(const Session&) {
  ParabolaSums<double> sums = sums_at<double>(ten_places);
  sums.xxy = 0;
  Three<double> a{};
  findParabola(sums, a);
  Report report({"what", "here", "right"});
  report_coefficients(report, a);
  return report.take();
}

// Nobody looks at what findParabola returns: a0, a1 and a2 are those of the call before.
HostResult parabola_fit_unasked(const Session&) {
  Three<double> a{};
  findParabola(sums_at<double>(ten_places), a);
  findParabola(sums_at<double>(std::vector(10, 2.0)), a);
  Report report({"what", "here", "right"});
  report.equal("a0, a1, a2 of points at 2 alone", fmt::format("{:.4f}", fmt::join(a, ", ")), "none");
  return report.take();
}

// findParabola and determinant3By3.
HostResult three_equations(const Session&) {
  Report report({"what", "here", "right"});
  report.equal("the determinant of 2 0 1, 1 3 2, 0 1 1", determinant3By3<double>({{{2, 0, 1}, {1, 3, 2}, {0, 1, 1}}}),
               3);
  report_pairs(report, ZeroTest::by_rounding);
  report_far_places<double>(report, ZeroTest::by_rounding);
  return report.take();
}

// The determinant is compared with 0, which rounding hardly ever leaves.
HostResult three_equations_as_printed(const Session&) {
  Report report({"what", "here", "right"});
  report_pairs(report, ZeroTest::exact);
  return report.take();
}

// All is computed in floats.
HostResult three_equations_in_floats(const Session&) {
  Report report({"what", "here", "right"});
  report_far_places<float>(report, ZeroTest::exact);
  return report.take();
}

}  // namespace lenslet::listings

// Does interval arithmetic (Moore, Kearfott and Cloud 2009) in long double.
#include "ops/map/map_interval.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>

namespace lenslet::ops::elementwise {
namespace {

using Real = long double;
constexpr Real infinite = std::numeric_limits<Real>::infinity();
constexpr Interval nothing{infinite, -infinite, false}, everything{-infinite, infinite, true};

// Extends an interval by a value. -0 counts as less than 0, since divisions tell them apart.
void extend(Interval& all, Real value) {
  if (std::isnan(value)) {
    all.nan = true;
    return;
  }
  if (value < all.low || (value == all.low && std::signbit(value))) all.low = value;
  if (value > all.high || (value == all.high && !std::signbit(value))) all.high = value;
}

Interval joined(const Interval& p, const Interval& q) {
  Interval all = p;
  all.nan |= q.nan;
  if (q.empty()) return all;
  extend(all, q.low);
  extend(all, q.high);
  return all;
}

bool has(const Interval& p, Real value) {
  return p.low <= value && value <= p.high;
}
bool is_point(const Interval& p) {
  return p.low == p.high && !p.nan;
}
bool has_infinity(const Interval& p) {
  return !p.empty() && (std::isinf(p.low) || std::isinf(p.high));
}

// Applies an operation whose extremes are at the ends.
template <class F>
Interval at_ends(const Interval& p, F of) {
  Interval all = nothing;
  all.nan = p.nan;
  if (p.empty()) return all;
  extend(all, of(p.low));
  extend(all, of(p.high));
  return all;
}

template <class F>
Interval at_corners(const Interval& p, const Interval& q, F of) {
  Interval all = nothing;
  all.nan = p.nan || q.nan;
  if (p.empty() || q.empty()) return all;
  for (const Real left : {p.low, p.high})
    for (const Real right : {q.low, q.high}) extend(all, of(left, right));
  return all;
}

// Tells whether the numbers are not all infinite.
bool has_finite(const Interval& p) {
  return !p.empty() && !(p.low == p.high && std::isinf(p.low));
}

// Extends an interval by both zeros. They lie inside where the corners with them are NaN.
void extend_by_zeros(Interval& all) {
  extend(all, 0);
  extend(all, -0.0L);
}

Interval product(const Interval& p, const Interval& q) {
  Interval all = at_corners(p, q, std::multiplies<Real>());
  if ((has(p, 0) && has_finite(q)) || (has(q, 0) && has_finite(p))) extend_by_zeros(all);
  all.nan |= (has(p, 0) && has_infinity(q)) || (has(q, 0) && has_infinity(p));
  return all;
}

Interval quotient(const Interval& p, const Interval& q) {
  const bool one_sign = is_point(q) && std::signbit(q.low) == std::signbit(q.high);
  if (has(q, 0) && !one_sign && !p.empty()) return everything;
  Interval all = at_corners(p, q, std::divides<Real>());
  if (has_finite(p) && has_infinity(q)) extend_by_zeros(all);
  all.nan |= has(p, 0) && has(q, 0);
  return all;
}

Interval absolute(const Interval& p) {
  Interval all = at_ends(p, [](Real v) { return std::fabs(v); });
  if (has(p, 0)) extend(all, 0);
  return all;
}

// Applies an operation that is defined from `least` on.
template <class F>
Interval from(const Interval& p, Real least, F of) {
  Interval inside{std::max(p.low, least), p.high, p.nan || (!p.empty() && p.low < least)};
  if (p.low == least) inside.low = p.low;  // a zero keeps its sign
  return at_ends(inside, of);
}

// Applies a function whose slope is at most 1: the value in the middle and half the width bound it.
template <class F>
Interval wave(const Interval& p, F of) {
  Interval all = nothing;
  all.nan = p.nan || has_infinity(p);
  if (p.empty() || (is_point(p) && std::isinf(p.low))) return all;
  if (is_point(p)) return point(of(p.low));
  const Real half = (p.high - p.low) / 2, middle = of(p.low + half);
  extend(all, half < 2 ? std::max<Real>(middle - half, -1) : -1);
  extend(all, half < 2 ? std::min<Real>(middle + half, 1) : 1);
  return all;
}

Interval tangent(const Interval& p) {
  if (has_infinity(p) && !is_point(p)) return everything;
  const auto branch = [](Real v) { return std::floor(v / std::numbers::pi_v<Real> + 0.5L); };
  if (!p.empty() && !is_point(p) && branch(p.low) != branch(p.high)) return everything;
  return at_ends(p, [](Real v) { return std::tan(v); });
}

Interval power(const Interval& p, const Interval& q) {
  const auto of = [](Real base, Real exponent) { return std::pow(base, exponent); };
  const bool whole = is_point(q) && q.low == std::floor(q.low);
  if (!is_point(p) && !p.empty() && p.low < 0 && !whole) return everything;
  Interval all = at_corners(p, q, of);
  if (whole && has(p, 0)) extend(all, of(0, q.low));
  if (whole && has(p, 0) && !is_point(p) && q.low < 0) return everything;
  if (has(q, 0) || has(p, 1)) extend(all, 1);  // even with NaN
  return all;
}

// Returns the results that a comparison can have, of 1 and 0.
Interval truth(bool yes, bool no) {
  return {no ? 0.0L : 1.0L, yes ? 1.0L : 0.0L};
}

Interval is_less(const Interval& p, const Interval& q, bool or_equal) {
  const bool numbers = !p.empty() && !q.empty();
  const bool yes = numbers && (or_equal ? p.low <= q.high : p.low < q.high);
  const bool no = p.nan || q.nan || !numbers || (or_equal ? p.high > q.low : p.high >= q.low);
  return truth(yes, no);
}

Interval is_equal(const Interval& p, const Interval& q) {
  const bool yes = !p.empty() && !q.empty() && p.low <= q.high && q.low <= p.high;
  return truth(yes, !(yes && is_point(p) && is_point(q)));
}

Interval selected(const Interval& condition, const Interval& yes, const Interval& no) {
  const bool true_at_times = condition.nan || (!condition.empty() && (condition.low != 0 || condition.high != 0));
  if (!true_at_times) return no;
  return has(condition, 0) ? joined(yes, no) : yes;
}

Interval lesser(const Interval& p, const Interval& q) {
  if (p.empty() || q.empty()) return {nothing.low, nothing.high, true};
  return {p.low < q.low ? p.low : q.low, p.high < q.high ? p.high : q.high, p.nan || q.nan};
}

Interval negated(const Interval& p) {
  return {-p.high, -p.low, p.nan};
}

Interval greater_of(const Interval& p, const Interval& q) {
  if (p.empty() || q.empty()) return {nothing.low, nothing.high, true};
  return {p.low > q.low ? p.low : q.low, p.high > q.high ? p.high : q.high, p.nan || q.nan};
}

// Functions whose extremes are at the ends of an interval.
struct Monotone {
  Operation operation;
  Real (*of)(Real);
};

constexpr Monotone everywhere[] = {{Operation::floor, [](Real v) { return std::floor(v); }},
                                   {Operation::ceil, [](Real v) { return std::ceil(v); }},
                                   {Operation::round, [](Real v) { return std::nearbyint(v); }},
                                   {Operation::trunc, [](Real v) { return std::trunc(v); }},
                                   {Operation::exp, [](Real v) { return std::exp(v); }},
                                   {Operation::exp2, [](Real v) { return std::exp2(v); }},
                                   {Operation::atan, [](Real v) { return std::atan(v); }},
                                   {Operation::tanh, [](Real v) { return std::tanh(v); }}};

constexpr Monotone from_zero[] = {{Operation::sqrt, [](Real v) { return std::sqrt(v); }},
                                  {Operation::log, [](Real v) { return std::log(v); }},
                                  {Operation::log2, [](Real v) { return std::log2(v); }}};

std::optional<Interval> monotone(Operation operation, const Interval& p) {
  const auto found = std::ranges::find(everywhere, operation, &Monotone::operation);
  if (found != std::end(everywhere)) return at_ends(p, found->of);
  const auto partial = std::ranges::find(from_zero, operation, &Monotone::operation);
  if (partial != std::end(from_zero)) return from(p, 0, partial->of);
  return {};
}

std::optional<Interval> compared(Operation operation, const Interval& p, const Interval& q) {
  using enum Operation;
  if (operation == less) return is_less(p, q, false);
  if (operation == less_equal) return is_less(p, q, true);
  if (operation == greater) return is_less(q, p, false);
  if (operation == greater_equal) return is_less(q, p, true);
  if (operation == equal) return is_equal(p, q);
  if (operation != not_equal) return {};
  const Interval same = is_equal(p, q);
  return truth(same.low == 0, same.high == 1);
}

}  // namespace

bool Interval::contains(long double value) const {
  return std::isnan(value) ? nan : low <= value && value <= high;
}

Interval point(long double value) {
  return std::isnan(value) ? Interval{infinite, -infinite, true} : Interval{value, value, false};
}

Interval applied(Operation operation, const Interval* o) {
  using enum Operation;
  if (const auto result = monotone(operation, o[0])) return *result;
  if (const auto result = compared(operation, o[0], o[1])) return *result;
  if (operation == negate) return negated(o[0]);
  if (operation == add) return at_corners(o[0], o[1], std::plus<Real>());
  if (operation == subtract) return at_corners(o[0], o[1], std::minus<Real>());
  if (operation == multiply) return product(o[0], o[1]);
  if (operation == divide) return quotient(o[0], o[1]);
  if (operation == Operation::abs) return absolute(o[0]);
  if (operation == Operation::min) return lesser(o[0], o[1]);
  if (operation == Operation::max) return greater_of(o[0], o[1]);
  if (operation == clamp) return lesser(greater_of(o[0], o[1]), o[2]);
  if (operation == Operation::select) return selected(o[0], o[1], o[2]);
  if (operation == Operation::sin) return wave(o[0], [](Real v) { return std::sin(v); });
  if (operation == Operation::cos) return wave(o[0], [](Real v) { return std::cos(v); });
  if (operation == Operation::tan) return tangent(o[0]);
  if (operation == Operation::pow) return power(o[0], o[1]);
  return everything;
}

}  // namespace lenslet::ops::elementwise

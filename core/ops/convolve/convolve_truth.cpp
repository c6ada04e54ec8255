// Computes what convolutions must make, and makes arrays to prove it.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/border.hpp>

#include "array/compare.hpp"
#include "array/fill.hpp"
#include "ops/convolve/convolve.hpp"

namespace lenslet::ops {
namespace {

using Mismatch = std::optional<std::string>;
using Words = std::vector<std::uint64_t>;
using Reals = std::vector<long double>;

// Returns the elements' 64 bits, in two's complement where they are negative.
Words words_of(const Array& array) {
  Words words;
  for (std::int64_t i = 0; i < array.count(); ++i) {
    const auto place = static_cast<std::size_t>(i);
    if (array.type().type == SampleType::u64)
      words.push_back(array.as<std::uint64_t>()[place]);
    else if (array.type().type == SampleType::i64)
      words.push_back(static_cast<std::uint64_t>(array.as<std::int64_t>()[place]));
    else
      words.push_back(static_cast<std::uint64_t>(static_cast<std::int64_t>(array.at(i))));
  }
  return words;
}

Reals reals_of(const Array& array) {
  Reals reals;
  for (std::int64_t i = 0; i < array.count(); ++i) reals.push_back(array.at(i));
  return reals;
}

// The rows with what lies round them, so far as results read it.
template <class Numbers>
Numbers extended(const Numbers& x, const op::Instance& problem, const Convolved& sizes) {
  const Array one = outside_element(problem);
  Numbers outside;
  if constexpr (std::is_same_v<Numbers, Words>)
    outside = words_of(one);
  else
    outside = reals_of(one);
  Numbers all;
  for (std::int64_t row = 0; row < sizes.rows; ++row)
    for (std::int64_t i = 0; i < sizes.length + sizes.taps - 1; ++i) {
      const std::int64_t place = border_index(sizes.start + i, sizes.elements, problem.border);
      all.push_back(place < 0 ? outside[0] : x[static_cast<std::size_t>(row * sizes.elements + place)]);
    }
  return all;
}

// Whether an extended row's place is a zero outside of it, which has no products: an infinite tap would make NaN of it.
bool is_no_element(const op::Instance& problem, const Convolved& sizes, std::size_t place) {
  if (problem.border != Border::constant || problem.border_value.front() != 0) return false;
  const auto row = static_cast<std::size_t>(sizes.length + sizes.taps - 1);
  const std::int64_t i = sizes.start + static_cast<std::int64_t>(place % row);
  return i < 0 || i >= sizes.elements;
}

// Calls f(result, first) with each result's place and that of its first element among the extended rows.
template <class F>
void for_results(const Convolved& sizes, const F& f) {
  for (std::int64_t row = 0; row < sizes.rows; ++row)
    for (std::int64_t i = 0; i < sizes.length; ++i)
      f(static_cast<std::size_t>(row * sizes.length + i),
        static_cast<std::size_t>(row * (sizes.length + sizes.taps - 1) + i));
}

template <class Numbers>
Numbers turned(const Numbers& mask, const Convolved& sizes) {
  return sizes.turned ? Numbers(mask.rbegin(), mask.rend()) : mask;
}

Mismatch integer_mismatch(const op::Instance& problem, const Convolved& sizes, const op::HostValues& in,
                          const Array& out) {
  const Words x = extended(words_of(in[0]), problem, sizes), mask = turned(words_of(in[1]), sizes);
  const Words got = words_of(out);
  const std::uint64_t kept = ~std::uint64_t{0} >> (64 - 8 * size_of(out.type().type));
  Mismatch wrong;
  for_results(sizes, [&](std::size_t result, std::size_t first) {
    if (wrong) return;
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < mask.size(); ++k) sum += mask[k] * x[first + k];
    if ((got[result] & kept) != (sum & kept))
      wrong = fmt::format("element {} has the bits {:#x}, not {:#x}", result, got[result] & kept, sum & kept);
  });
  return wrong;
}

// What transforms may add to the error of every element: see the op's details. X is at most as large as if all of it
// were twice the largest element: blocks are scaled by powers of two.
long double transform_bound(const Reals& x, const Reals& mask, long double unit) {
  long double sum = 0, squares = 0, largest = 0;
  for (const long double tap : mask) sum += std::abs(tap), squares += tap * tap;
  for (const long double value : x) largest = std::max(largest, std::abs(value));
  const auto length = static_cast<long double>(longest_transform(static_cast<std::int64_t>(mask.size())));
  return 7 * unit * std::log2(length) * (sum + 2 * std::sqrt(squares)) * 2 * std::sqrt(2 * length) * largest;
}

bool are_finite(const Reals& numbers) {
  return std::ranges::all_of(numbers, [](long double number) { return std::isfinite(number); });
}

// Takes NaN for what is expected: a transformed block has it for all results where one of its elements is not finite.
void expect_nan_of(const Array& out, std::vector<double>& expected) {
  const Reals got = reals_of(out);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (std::isnan(got[i])) expected[i] = std::numeric_limits<double>::quiet_NaN();
}

// A device may take denormals for 0, in operands and in products.
Mismatch float_mismatch(const op::Instance& problem, const Convolved& sizes, const op::HostValues& in,
                        const Array& out) {
  const bool wide = out.type().type == SampleType::f64;
  const long double unit = wide ? 0x1p-53L : 0x1p-24L;
  const long double least =
      wide ? std::numeric_limits<double>::min() : static_cast<double>(std::numeric_limits<float>::min());
  const Reals x = extended(reals_of(in[0]), problem, sizes), mask = turned(reals_of(in[1]), sizes);
  const auto count = static_cast<long double>(mask.size() + 2);
  const long double more = may_transform(problem) ? transform_bound(x, mask, unit) : 0;
  std::vector<double> expected, bounds;
  for_results(sizes, [&](std::size_t, std::size_t first) {
    long double sum = 0, size = 0;
    for (std::size_t k = 0; k < mask.size(); ++k) {
      if (is_no_element(problem, sizes, first + k)) continue;
      sum += mask[k] * x[first + k];
      size += (std::abs(mask[k]) + least) * (std::abs(x[first + k]) + least);
    }
    expected.push_back(static_cast<double>(sum));
    bounds.push_back(
        static_cast<double>(more + count * unit / (1 - count * unit) * size + count * least * (1 + 1 / unit * least)));
  });
  if (may_transform(problem) && !(are_finite(x) && are_finite(mask))) expect_nan_of(out, expected);
  return array::first_outside(out, expected, bounds);
}

}  // namespace

Mismatch convolve_mismatch(const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
  if (out[0].type() != problem.outputs.front())
    return fmt::format("the result is {}, not {}", to_string(out[0].type()), to_string(problem.outputs.front()));
  const Convolved sizes = convolved(problem.arguments, problem.inputs);
  if (sizes.is_empty()) return {};
  return is_integer(out[0].type().type) ? integer_mismatch(problem, sizes, in, out[0])
                                        : float_mismatch(problem, sizes, in, out[0]);
}

}  // namespace lenslet::ops

// Computes what reductions must make, by plain loops, and makes arrays to prove it.
#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "array/compare.hpp"
#include "array/fill.hpp"
#include "ops/reduce/reduce.hpp"

namespace lenslet::ops {
namespace {

using Arrays = op::HostValues;

// Returns an integer's 64 bits, in two's complement where it is negative.
std::uint64_t bits_at(const Array& array, std::int64_t i) {
  const auto place = static_cast<std::size_t>(i);
  if (array.type().type == SampleType::u64) return array.as<std::uint64_t>()[place];
  if (array.type().type == SampleType::i64) return static_cast<std::uint64_t>(array.as<std::int64_t>()[place]);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(array.at(i)));
}

Array integer_sum(const ArrayType& type, const Arrays& in) {
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < in[0].count(); ++i) sum += bits_at(in[0], i) * (in.size() == 2 ? bits_at(in[1], i) : 1);
  Array result(type);
  std::memcpy(result.bytes().data(), &sum, sizeof sum);
  return result;
}

// Compares sums of floats. Products of floats are rounded, too.
Mismatch float_sum_mismatch(SampleType type, const Arrays& in, const Array& out) {
  long double sum = 0, size = 0;
  for (std::int64_t i = 0; i < in[0].count(); ++i) {
    const long double term = in.size() == 2 ? static_cast<long double>(in[0].at(i)) * in[1].at(i) : in[0].at(i);
    sum += term;
    size += std::abs(term);
  }
  return array::first_outside(out, {static_cast<double>(sum)}, {sum_bound(type, static_cast<double>(size))});
}

struct Sums {
  long double mean = 0, size = 0, squares = 0, square_size = 0;  // squares: of the differences from the mean
};

Sums sums_of(const Array& x) {
  Sums sums;
  const auto count = static_cast<long double>(x.count());
  for (std::int64_t i = 0; i < x.count(); ++i) {
    sums.mean += x.at(i);
    sums.size += std::abs(static_cast<long double>(x.at(i)));
    sums.square_size += static_cast<long double>(x.at(i)) * x.at(i);
  }
  sums.mean /= count;
  for (std::int64_t i = 0; i < x.count(); ++i) sums.squares += (x.at(i) - sums.mean) * (x.at(i) - sums.mean);
  return sums;
}

}  // namespace

Mismatch sum_mismatch(const op::Instance& problem, const Arrays& in, const Arrays& out) {
  const ArrayType& type = problem.outputs.front();
  if (is_integer(type.type)) return array::first_difference(out[0], integer_sum(type, in));
  return float_sum_mismatch(type.type, in, out[0]);
}

Mismatch extreme_mismatch(Reduction reduction, const Arrays& in, const Arrays& out) {
  const Array& x = in[0];
  std::int64_t best = 0;
  const auto before = [&](std::int64_t i) {
    if (is_integer(x.type().type) && x.type().type != SampleType::u64) {
      const auto a = static_cast<std::int64_t>(bits_at(x, i)), b = static_cast<std::int64_t>(bits_at(x, best));
      return reduction == Reduction::minimum ? a < b : a > b;
    }
    if (x.type().type == SampleType::u64)
      return reduction == Reduction::minimum ? bits_at(x, i) < bits_at(x, best) : bits_at(x, i) > bits_at(x, best);
    if (std::isnan(x.at(best))) return false;
    return std::isnan(x.at(i)) || (reduction == Reduction::minimum ? x.at(i) < x.at(best) : x.at(i) > x.at(best));
  };
  for (std::int64_t i = 1; i < x.count(); ++i)
    if (before(i)) best = i;
  const double expected = x.at(best);  // zeros of both signs are equal
  if (!is_integer(x.type().type)) return array::first_outside(out[0], {expected}, {0});
  Array exact(out[0].type());
  const std::uint64_t bits = bits_at(x, best);
  std::memcpy(exact.bytes().data(), &bits, exact.bytes().size());
  return array::first_difference(out[0], exact);
}

Mismatch moment_mismatch(Moment moment, const op::Instance& problem, const Arrays& in, const Arrays& out) {
  const Array& x = in[0];
  const bool doubles = x.type().type == SampleType::f64;
  const SampleType type = doubles ? SampleType::f64 : SampleType::f32;  // the sums' type, or a better one
  const Sums sums = sums_of(x);
  const auto count = static_cast<double>(x.count());
  double expected = static_cast<double>(sums.mean), bound = sum_bound(type, static_cast<double>(sums.size)) / count;
  if (moment == Moment::variance) {
    const double divisor = count - problem.arguments.integer("ddof");
    expected = static_cast<double>(sums.squares) / divisor;
    bound = 2 * sum_bound(type, static_cast<double>(sums.squares)) / divisor;
  } else if (moment == Moment::norm) {
    expected = std::sqrt(static_cast<double>(sums.square_size));
    bound = sum_bound(type, expected);
  }
  bound += array::rounding_of(out[0].type().type, expected);
  return array::first_outside(out[0], {expected}, {bound});
}

std::vector<op::Case> reduce_cases(const std::string& op, int effort) {
  const bool empty = op == "sum" || op == "dot" || op == "norm";
  const bool two = op == "dot";
  std::vector<op::Case> cases;
  std::uint32_t seed = 1;
  for (const SampleType type : sample_types)
    for (const std::int64_t length : array::awkward_lengths(effort))
      for (const array::Fill fill : array::fills) {
        if (length == 0 && !empty) continue;
        if (effort < 2 && (seed++ % array::awkward_lengths(effort).size() != 0) && length != 1000) continue;
        const ArrayType shape{type, {length}};
        op::Case one{{op, {}}, {array::filled(shape, fill, seed)}, {}};
        if (two) one.inputs.push_back(array::filled(shape, fill, seed + 1000));
        if (seed % 5 == 0) one.call.arguments["deterministic"] = true;
        one.what = fmt::format("{} {}, {}", length, name_of(type), name_of(fill));
        cases.push_back(std::move(one));
      }
  return cases;
}

}  // namespace lenslet::ops

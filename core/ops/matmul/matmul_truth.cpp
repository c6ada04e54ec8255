// Computes what matrix products must make, by plain loops, and makes matrices to prove it.
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "array/compare.hpp"
#include "array/fill.hpp"
#include "ops/matmul/matmul.hpp"

namespace lenslet::ops {
namespace {

// op(X) of any type, as rows without gaps.
struct Plain {
  Plain(const Array& from, std::int64_t rows, std::int64_t row, std::int64_t leading, bool transposed) : columns(row) {
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j)
        values.push_back(from.at(transposed ? j * leading + i : i * leading + j));
  }
  double at(std::int64_t i, std::int64_t j) const { return values[static_cast<std::size_t>(i * columns + j)]; }

  std::int64_t columns;
  std::vector<double> values;
};

// A sum, and the sum of upper bounds of its terms. Each operand is raised by what a flushed denormal loses.
struct Sum {
  long double value = 0, size = 0;
};

struct Precision {
  long double unit, least;  // u, and the least normal number
  explicit Precision(SampleType type)
      : unit(type == SampleType::f64 ? 0x1p-53L : 0x1p-24L),
        least(type == SampleType::f64 ? std::numeric_limits<double>::min()
                                      : static_cast<double>(std::numeric_limits<float>::min())) {}

  long double lost() const { return least / unit; }
  long double bound(const Sum& sum, std::int64_t depth) const {
    const auto count = static_cast<long double>(depth + 3);
    return count * unit / (1 - count * unit) * sum.size + count * least;
  }
};

Sum element(const Sizes& sizes, const Plain& a, const Plain& b, std::int64_t i, std::int64_t j, long double lost) {
  Sum sum;
  if (!sizes.has_terms()) return sum;
  for (std::int64_t k = 0; k < sizes.depth; ++k) {
    const long double x = a.at(i, k), y = b.at(k, j);
    sum.value += x * y;
    sum.size += (std::abs(x) + lost) * (std::abs(y) + lost);
  }
  return {sum.value * sizes.alpha, sum.size * (static_cast<long double>(std::abs(sizes.alpha)) + lost)};
}

}  // namespace

std::optional<std::string> matmul_mismatch(const op::Instance& problem, const op::HostValues& in,
                                           const op::HostValues& out) {
  const Sizes sizes = sizes_of(problem.arguments, problem.inputs);
  const Precision precision(problem.outputs.front().type);
  const Plain a(in[0], sizes.rows, sizes.depth, sizes.lda, sizes.transpose_a);
  const Plain b(in[1], sizes.depth, sizes.columns, sizes.ldb, sizes.transpose_b);
  std::vector<double> expected, bounds;
  for (std::int64_t i = 0; i < sizes.rows; ++i)
    for (std::int64_t j = 0; j < sizes.ldc; ++j) {
      const long double before = in.size() > 2 ? in[2].at(i * sizes.ldc + j) : 0;
      if (j >= sizes.columns) {
        expected.push_back(static_cast<double>(before));
        bounds.push_back(0);
        continue;
      }
      Sum sum = element(sizes, a, b, i, j, precision.lost());
      if (sizes.beta != 0) {
        sum.value += sizes.beta * before;
        sum.size +=
            (static_cast<long double>(std::abs(sizes.beta)) + precision.lost()) * (std::abs(before) + precision.lost());
      }
      expected.push_back(static_cast<double>(sum.value));
      bounds.push_back(static_cast<double>(precision.bound(sum, sizes.depth)));
    }
  return array::first_outside(out[0], expected, bounds);
}

}  // namespace lenslet::ops

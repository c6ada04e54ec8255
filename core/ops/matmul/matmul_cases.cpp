// Makes matrices to prove products with: edges of every block, gaps, transposes, and numbers that break sums.
#include <array>
#include <utility>

#include <fmt/format.h>

#include "array/fill.hpp"
#include "ops/matmul/matmul.hpp"

namespace lenslet::ops {
namespace {

struct Case {
  std::int64_t m, n, k;
  SampleType type = SampleType::f32;
  array::Fill fill = array::Fill::random;
  double alpha = 1, beta = 0;
  bool transpose_a = false, transpose_b = false;
  std::int64_t gap = 0;  // elements after each row
  bool smaller = false;  // m, n and k are smaller than the arrays
};

// Makes the stored matrix of op(X). With gaps it is flat and ends with its last row.
Array matrix(const Case& one, std::int64_t rows, std::int64_t columns, bool transposed, std::uint32_t seed) {
  if (transposed) std::swap(rows, columns);
  if (one.smaller) ++rows, ++columns;
  ArrayType type{one.type, {rows, columns}};
  if (one.gap > 0) type.shape = {rows == 0 ? 0 : (rows - 1) * (columns + one.gap) + columns};
  return array::filled(type, one.fill, seed);
}

op::Case made(const Case& one, std::uint32_t seed) {
  op::Case result;
  auto& arguments = result.call.arguments;
  arguments = {
      {"alpha", one.alpha}, {"beta", one.beta}, {"transpose_a", one.transpose_a}, {"transpose_b", one.transpose_b}};
  if (one.gap > 0 || one.smaller) arguments.insert({{"m", one.m}, {"n", one.n}, {"k", one.k}});
  if (one.gap > 0) {
    arguments["lda"] = (one.transpose_a ? one.m : one.k) + one.gap;
    arguments["ldb"] = (one.transpose_b ? one.k : one.n) + one.gap;
    arguments["ldc"] = one.n + one.gap;
  }
  result.inputs = {matrix(one, one.m, one.k, one.transpose_a, seed),
                   matrix(one, one.k, one.n, one.transpose_b, seed + 1)};
  if (one.beta != 0)
    result.inputs.push_back(array::filled({product_type(one.type), {one.m, one.n + one.gap}}, one.fill, seed + 2));
  result.what = fmt::format("{} x {} x {} {}, {}, alpha {}, beta {}{}{}{}{}", one.m, one.n, one.k, name_of(one.type),
                            name_of(one.fill), one.alpha, one.beta, one.transpose_a ? ", a transposed" : "",
                            one.transpose_b ? ", b transposed" : "", one.gap > 0 ? ", gaps" : "",
                            one.smaller ? ", part of the arrays" : "");
  return result;
}

using Cases = std::vector<Case>;

// Adds one case of each kind.
void add_kinds(Cases& cases) {
  cases.push_back({67, 93, 131});
  for (const auto& [m, n, k] :
       {std::array<std::int64_t, 3>{0, 3, 4}, {3, 0, 4}, {3, 4, 0}, {1, 1, 1}, {1, 70, 9}, {70, 1, 9}, {2, 3, 700}})
    cases.push_back({.m = m, .n = n, .k = k, .alpha = 0.5});
  cases.push_back({.m = 5, .n = 6, .k = 0, .beta = -2});
  cases.push_back({.m = 5, .n = 6, .k = 7, .fill = array::Fill::special, .alpha = 0, .beta = 1});
  for (const SampleType type : {SampleType::f16, SampleType::f32, SampleType::f64})
    for (const bool a : {false, true})
      for (const bool b : {false, true}) {
        cases.push_back({.m = 33, .n = 18, .k = 35, .type = type, .transpose_a = a, .transpose_b = b});
        cases.push_back({.m = 19,
                         .n = 37,
                         .k = 20,
                         .type = type,
                         .alpha = -1.25,
                         .beta = 0.75,
                         .transpose_a = a,
                         .transpose_b = b,
                         .gap = 3});
        cases.push_back({.m = 7, .n = 9, .k = 11, .type = type, .transpose_a = a, .transpose_b = b, .smaller = true});
      }
  for (const array::Fill fill : array::fills)
    for (const SampleType type : {SampleType::f16, SampleType::f32, SampleType::f64})
      cases.push_back({.m = 17, .n = 33, .k = 30, .type = type, .fill = fill, .alpha = 2, .beta = -1});
}

void add_sizes(Cases& cases, const std::vector<std::int64_t>& sides) {
  for (const std::int64_t m : sides)
    for (const std::int64_t n : sides)
      for (const std::int64_t k : sides)
        cases.push_back({.m = m,
                         .n = n,
                         .k = k,
                         .beta = (m + n + k) % 2 == 0 ? 0.0 : 1.5,
                         .transpose_a = m % 2 == 0,
                         .transpose_b = n % 2 == 0});
}

}  // namespace

std::vector<op::Case> matmul_cases(int effort) {
  Cases cases;
  add_kinds(cases);
  if (effort > 0) add_sizes(cases, {1, 16, 65});
  if (effort > 0) cases.push_back({.m = 3, .n = 2, .k = 70001});  // some drivers' loops have fewer rounds
  if (effort > 1) add_sizes(cases, {1, 2, 3, 15, 17, 64, 127, 128, 129, 257});
  std::vector<op::Case> result;
  std::uint32_t seed = 1;
  for (const Case& one : cases) result.push_back(made(one, seed += 3));
  return result;
}

}  // namespace lenslet::ops

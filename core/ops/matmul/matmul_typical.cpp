// Makes matrices to tune products with, and picks rows that stand for a large product.
#include <cmath>

#include "array/values.hpp"
#include "ops/matmul/matmul.hpp"

namespace lenslet::ops {
namespace {

constexpr std::size_t max_rows = 24;  // rows that the reference computes

// Tells whether the sizes are those of the shapes, so that fewer rows are a smaller product.
bool is_whole(const Arguments& arguments) {
  for (const char* size : {"m", "n", "k", "lda", "ldb", "ldc"})
    if (arguments.integer(size) != 0) return false;
  return true;
}

}  // namespace

std::vector<ArrayType> typical_matrices(const Arguments& arguments, SampleType type, std::int64_t elements) {
  const auto side = std::max<std::int64_t>(std::llround(std::sqrt(static_cast<double>(elements))), 1);
  const auto given = [&](const char* name) { return arguments.integer(name) > 0 ? arguments.integer(name) : side; };
  const auto stored = [&](std::int64_t rows, std::int64_t columns, bool transposed, const char* leading) {
    if (transposed) std::swap(rows, columns);
    return ArrayType{type, {rows, std::max<std::int64_t>(columns, arguments.integer(leading))}};
  };
  std::vector<ArrayType> types{stored(given("m"), given("k"), arguments.flag("transpose_a"), "lda"),
                               stored(given("k"), given("n"), arguments.flag("transpose_b"), "ldb")};
  if (arguments.real("beta") != 0)
    types.push_back({product_type(type), {given("m"), std::max<std::int64_t>(given("n"), arguments.integer("ldc"))}});
  return types;
}

op::Solved some_rows(const op::Solved& whole, const std::vector<std::int64_t>& doubtful) {
  if (!is_whole(whole.problem.arguments)) return whole;
  const std::vector<std::int64_t> rows = array::some_of(doubtful, max_rows);
  op::Solved part = whole;
  const bool transposed = whole.problem.arguments.flag("transpose_a");
  part.inputs[0] = transposed ? array::columns_of(whole.inputs[0], rows) : array::rows_of(whole.inputs[0], rows);
  if (part.inputs.size() > 2) part.inputs[2] = array::rows_of(whole.inputs[2], rows);
  part.outputs[0] = array::rows_of(whole.outputs[0], rows);
  part.problem.inputs = types_of(part.inputs);
  part.problem.outputs = types_of(part.outputs);
  return part;
}

}  // namespace lenslet::ops

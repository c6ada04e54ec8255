// Makes points to tune with, and picks a few queries that stand for all.
#include <algorithm>

#include "array/values.hpp"
#include "ops/knn/knn.hpp"

namespace lenslet::ops {
namespace {

constexpr std::int64_t dimensions = 32, max_queries = 256;
constexpr std::size_t max_judged = 24;  // queries that the reference computes

std::vector<ArrayType> shapes(const Arguments& arguments, SampleType type, std::int64_t elements) {
  const std::int64_t points = std::max<std::int64_t>(elements / dimensions, 1);
  std::vector<ArrayType> types{{type, {points, dimensions}}};
  if (arguments.flag("classify")) types.push_back({SampleType::u32, {points}});
  types.push_back({type, {std::min(points, max_queries), dimensions}});
  return types;
}

op::Solved part(const op::Solved& whole, const std::vector<std::int64_t>& doubtful) {
  const std::vector<std::int64_t> queries = array::some_of(doubtful, max_judged);
  op::Solved part = whole;
  part.inputs.back() = array::rows_of(whole.inputs.back(), queries);
  for (Array& output : part.outputs) output = array::rows_of(output, queries);
  part.problem.inputs = types_of(part.inputs);
  part.problem.outputs = types_of(part.outputs);
  return part;
}

}  // namespace

void add_typical_knn(op::Op& op) {
  op.typical.elements = std::int64_t{1} << 20;
  op.typical.shapes = shapes;
  op.part = part;
}

}  // namespace lenslet::ops

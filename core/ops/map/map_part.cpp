// Picks elements that stand for a large array: the truth takes a microsecond for each.
#include <algorithm>

#include "array/values.hpp"
#include "ops/map/map.hpp"

namespace lenslet::ops::elementwise {
namespace {

constexpr std::int64_t max_elements = 1 << 17;

}  // namespace

op::Solved part(const op::Solved& whole, const std::vector<std::int64_t>& doubtful) {
  const ArrayType& type = whole.outputs.front().type();
  if (type.shape.empty()) return whole;
  const std::int64_t in_row = std::max<std::int64_t>(type.count() / type.shape.front(), 1);
  const auto most = static_cast<std::size_t>(std::max<std::int64_t>(max_elements / in_row, 1));
  const std::vector<std::int64_t> rows = array::some_of(doubtful, most);
  op::Solved part{whole.problem, {}, {}};
  for (const Array& input : whole.inputs) part.inputs.push_back(array::rows_of(input, rows));
  for (const Array& output : whole.outputs) part.outputs.push_back(array::rows_of(output, rows));
  part.problem.inputs = types_of(part.inputs);
  part.problem.outputs = types_of(part.outputs);
  return part;
}

}  // namespace lenslet::ops::elementwise

// Makes matrix products: scales C where there are no terms, and chooses the kernels that add terms.
#include <algorithm>

#include "ocl/driver_limits.hpp"
#include "ops/matmul/matmul.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Adds the stage that sets the columns of C from `first` to `end`, which get no terms, to beta times those of c0.
void add_scale(Graph& graph, const Sizes& sizes, SampleType type, std::int64_t first, std::int64_t end, double beta,
               op::GraphValue c0, const op::Maker& maker) {
  const auto elements = static_cast<std::uint64_t>(sizes.rows * (end - first));
  if (elements == 0) return;
  op::Source source({"matmul_scale.cl"});
  source.define("TYPE", op::code_of(type));
  graph.launch_items(graph.kernel(maker.program(source), "scale", {64}), elements, c0, Graph::output(0),
                     scalar_of(type, beta), static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(end - first),
                     elements, static_cast<std::uint64_t>(sizes.ldc));
}

}  // namespace

// Returns the most terms of a launch. A driver's limit counts the rounds of all loops together, and the textbook's
// kernels have one loop in another.
std::int64_t max_terms(const DeviceInfo& device, std::int64_t depth) {
  if (ocl::max_loop_rounds(device) == 0) return depth;
  return std::min<std::int64_t>(depth, static_cast<std::int64_t>(ocl::max_loop_rounds(device) / 4));
}

Graph make_matmul(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  const Sizes sizes = sizes_of(problem.arguments, problem.inputs);
  const SampleType type = problem.outputs.front().type;
  op::check_doubles(maker.device(), type);
  const bool has_c = problem.inputs.size() > 2;
  const op::GraphValue c0 = has_c ? Graph::input(2) : Graph::output(0);
  Graph graph(maker);
  if (!sizes.is_empty() && sizes.has_terms()) {
    const Blocks blocks(schedule);
    (blocks.is_packed() ? add_packed : add_plain)(graph, problem, sizes, blocks, c0, maker);
  } else {
    add_scale(graph, sizes, type, 0, sizes.columns, sizes.beta, c0, maker);
  }
  add_scale(graph, sizes, type, sizes.columns, sizes.ldc, has_c ? 1 : 0, c0, maker);
  return graph;
}

}  // namespace lenslet::ops

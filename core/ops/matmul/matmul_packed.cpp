// Makes products of copies of A and B in panels.
#include <algorithm>

#include "ops/matmul/matmul.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::size_t pack_group = 64;

std::uint64_t number(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

op::Source source_of(SampleType type, const Blocks& blocks, const DeviceInfo& device) {
  op::Source source({"matmul_packed.cl"});
  source.define("TYPE", op::code_of(type)).define("LOCAL", blocks.variant == Variant::packed_local ? 1 : 0);
  source.define("FAST_FMA", device.fast_fma ? 1 : 0);
  source.define("GROUP_X", blocks.group_x).define("GROUP_Y", blocks.group_y);
  source.define("ROWS", blocks.rows).define("VECTORS", blocks.vectors).define("VEC", blocks.v);
  source.define("DEPTH", blocks.depth);
  return source;
}

// Returns a number of terms that is whole steps of local memory.
std::int64_t part_of(const Blocks& blocks, std::int64_t most) {
  if (blocks.variant == Variant::packed) return std::min(most, blocks.depth);
  return std::max(most / blocks.depth * blocks.depth, blocks.depth);
}

// One side of a matrix in memory: its rows or columns, and whether they or the elements along k are neighbours.
struct Side {
  std::int64_t count, width, leading;
  bool neighbours;
};

void add_pack(Graph& graph, const op::GraphKernel& kernel, op::GraphValue from, op::GraphValue to, const Side& side,
              const Sizes& sizes, const Panels& panels) {
  const ocl::Range items{round_up(number(side.width * panels.depth), pack_group),
                         number(std::min(divide_up(side.count, side.width), max_groups))};
  graph.launch(kernel, items, from, to, number(side.neighbours ? 1 : side.leading),
               number(side.neighbours ? side.leading : 1), number(side.count), number(sizes.depth),
               number(panels.depth));
}

std::size_t group_of(const Blocks& blocks) {
  return static_cast<std::size_t>(blocks.group_x * blocks.group_y);
}

// The launch has a work-item or a group for each pair of panels.
ocl::Range range_of(const Blocks& blocks, const Panels& all) {
  const std::int64_t panels = all.a / (blocks.panel_rows() * all.depth) * all.b / (blocks.panel_columns() * all.depth);
  if (blocks.variant == Variant::packed_local) return {static_cast<std::size_t>(panels) * group_of(blocks)};
  return {round_up(number(panels), group_of(blocks))};
}

}  // namespace

void add_packed(Graph& graph, const op::Instance& problem, const Sizes& sizes, const Blocks& blocks, op::GraphValue c0,
                const op::Maker& maker) {
  const Panels panels(sizes, blocks);
  const SampleType type = problem.outputs.front().type;
  const ocl::Program program = maker.program(source_of(problem.inputs.front().type, blocks, maker.device()));
  const op::GraphValue a = graph.scratch(number(panels.a), size_of(type)),
                       b = graph.scratch(number(panels.b), size_of(type));
  add_pack(graph, graph.kernel(program, "pack_a", {pack_group}), Graph::input(0), a,
           {sizes.rows, blocks.panel_rows(), sizes.lda, sizes.transpose_a}, sizes, panels);
  add_pack(graph, graph.kernel(program, "pack_b", {pack_group}), Graph::input(1), b,
           {sizes.columns, blocks.panel_columns(), sizes.ldb, !sizes.transpose_b}, sizes, panels);
  const op::GraphKernel multiply = graph.kernel(program, "multiply", {group_of(blocks)});
  for_parts(panels.depth, part_of(blocks, max_terms(maker.device(), panels.depth)),
            [&](std::uint64_t first, std::uint64_t last) {
              graph.launch(multiply, range_of(blocks, panels), a, b, first > 0 ? Graph::output(0) : c0,
                           Graph::output(0), scalar_of(type, sizes.alpha), scalar_of(type, first > 0 ? 1 : sizes.beta),
                           number(sizes.rows), number(sizes.columns), number(sizes.ldc), number(panels.depth), first,
                           last);
            });
}

}  // namespace lenslet::ops

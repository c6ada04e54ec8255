// Makes the bitonic network. Tiles are sorted in local memory and then merged, by comparisons across tiles until they
// fit into one.
#include <bit>

#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Tells whether the network needs indexes to keep equal keys in order. It does where equal keys can be told apart:
// floats have two zeros and many NaN.
bool is_indexed(const Sorting& sorting) {
  return sorting.lots != Lots::none || !is_integer(sorting.type);
}

struct Network {
  Network(Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker)
      : count(sorting.count),
        tile(static_cast<std::uint64_t>(schedule.number("group")) *
             static_cast<std::uint64_t>(schedule.number("items"))),
        program(maker.program(sort_source(sorting, schedule, "bitonic.cl").define("INDEXED", is_indexed(sorting)))) {
    const ocl::Range group{static_cast<std::size_t>(schedule.number("group"))};
    sort_tiles = graph.kernel(program, "sort_tiles", group);
    merge_tiles = graph.kernel(program, "merge_tiles", group);
    merge = graph.kernel(program, "merge", group);
    gather = graph.kernel(program, "gather", group);
  }

  std::uint64_t count, tile;
  ocl::Program program;
  op::GraphKernel sort_tiles, merge_tiles, merge, gather;
};

void add_merge(Graph& graph, const Network& n, const Columns& columns, std::uint32_t level, bool first) {
  const std::uint64_t half = std::uint64_t{1} << level, blocks = divide_up(n.count, 2 * half);
  const std::uint32_t mirrored = first;
  graph.launch_items(n.merge, blocks * half, columns.keys, columns.lots, n.count, level, mirrored);
}

// Returns the memory of the indexes. It is scratch where only the network needs them. Where the call asks for them it
// is the output, and where nothing needs them, a stand-in.
op::GraphValue indexes_of(Graph& graph, const Sorting& sorting, const Columns& to) {
  const bool own = is_indexed(sorting) && sorting.lots != Lots::indexes;
  return own ? graph.scratch(sorting.count, index_bytes(sorting.count)) : to.lots;
}

}  // namespace

void add_bitonic(Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker,
                 const Columns& from, const Columns& to) {
  const Network n(graph, sorting, schedule, maker);
  const Columns columns{to.keys, indexes_of(graph, sorting, to)};
  const std::uint64_t tiles = divide_up(n.count, n.tile);
  const auto tile_level = static_cast<std::uint32_t>(std::countr_zero(n.tile));
  graph.launch_groups(n.sort_tiles, tiles, from.keys, columns.keys, columns.lots, n.count);
  for (std::uint32_t level = tile_level; std::uint64_t{1} << level < n.count; ++level) {
    for (std::uint32_t next = level + 1; next > tile_level; --next)
      add_merge(graph, n, columns, next - 1, next > level);
    graph.launch_groups(n.merge_tiles, tiles, columns.keys, columns.lots, n.count, tile_level);
  }
  if (sorting.lots == Lots::given) graph.launch_items(n.gather, n.count, columns.lots, from.lots, to.lots, n.count);
}

}  // namespace lenslet::ops

// Makes the ops of a sorter, with the memory that they need beside inputs and outputs.
#include <algorithm>

#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Makes the first k. Values after the first `wanted` keys are sorted in the graph's own memory and then dropped.
void add_top(Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Instance& problem,
             const op::Maker& maker) {
  const Columns sorted{graph.scratch(sorting.count, size_of(sorting.type)),
                       graph.scratch(sorting.count, sorting.lot_bytes)};
  add_sort(graph, sorting, schedule, maker, {Graph::input(0), Graph::input(0)}, sorted);
  graph.copy(sorted.keys, Graph::output(0), problem.outputs[0].bytes());
  graph.copy(sorted.lots, Graph::output(1), problem.outputs[1].bytes());
}

}  // namespace

std::size_t index_bytes(std::uint64_t count) {
  return count < wide_count ? 4 : 8;
}

void add_sort(Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker,
              const Columns& from, const Columns& to) {
  const auto add = schedule.word("algorithm") == "bitonic" ? add_bitonic : add_radix;
  add(graph, sorting, schedule, maker, from, to);
}

Sorting sorting_of(SortOp op, const op::Instance& problem) {
  Sorting sorting{.type = problem.inputs.front().type};
  sorting.count = static_cast<std::uint64_t>(problem.inputs.front().count());
  sorting.descending = op == SortOp::top ? !problem.arguments.flag("least") : problem.arguments.flag("descending");
  if (op == SortOp::keys) return sorting;
  if (op == SortOp::top) sorting.wanted = static_cast<std::uint64_t>(problem.outputs.front().count());
  sorting.lots = op == SortOp::pairs ? Lots::given : Lots::indexes;
  sorting.lot_bytes = op == SortOp::pairs ? size_of(problem.inputs.back().type) : index_bytes(sorting.count);
  return sorting;
}

Graph make_sort(SortOp op, const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const Sorting sorting = sorting_of(op, problem);
  if (sorting.count == 0) return graph;
  const Columns from{Graph::input(0), Graph::input(problem.inputs.size() - 1)};
  if (schedule.word("algorithm") == "select") {
    add_selection(graph, sorting, schedule, maker);
  } else if (op == SortOp::top) {
    add_top(graph, sorting, schedule, problem, maker);
  } else {
    const op::GraphValue keys =
        op == SortOp::indexes ? graph.scratch(sorting.count, size_of(sorting.type)) : Graph::output(0);
    add_sort(graph, sorting, schedule, maker, from, {keys, Graph::output(problem.outputs.size() - 1)});
  }
  return graph;
}

}  // namespace lenslet::ops

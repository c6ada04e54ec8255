// Selects the first k keys: finds the last of them by digits, takes them, and sorts them.
#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Describes the sort of the keys that were taken. They lie in the order of the input, and the last one's equals follow
// them. So a stable sort is enough.
Sorting sorting_of_taken(const Sorting& all) {
  return {.type = all.type,
          .lots = Lots::given,
          .lot_bytes = all.lot_bytes,
          .descending = all.descending,
          .count = all.wanted};
}

struct Kernels {
  Kernels(Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker)
      : parts(parts_of(sorting, schedule, maker.device())),
        scan(graph, sorting, schedule, maker),
        program(maker.program(sort_source(sorting, schedule, "sort_select.cl"))),
        count_candidates(graph.kernel(program, "count_candidates", {parts.group})),
        pick_digit(graph.kernel(program, "pick_digit", {1})),
        count_taken(graph.kernel(program, "count_taken", {parts.group})),
        take(graph.kernel(program, "take", {parts.group})) {}

  Parts parts;
  DigitScan scan;
  ocl::Program program;
  op::GraphKernel count_candidates, pick_digit, count_taken, take;
};

struct Memory {
  Memory(Graph& graph, const Sorting& sorting, std::uint64_t parts, std::uint32_t bits)
      : counts(graph.scratch(parts << bits, index_bytes(sorting.count))),
        totals(graph.scratch(std::uint64_t{1} << bits, index_bytes(sorting.count))),
        threshold(graph.scratch(sizeof(std::uint64_t))),
        wanted(graph.scratch(sizeof(std::uint64_t))) {}

  op::GraphValue counts, totals, threshold, wanted;
};

void add_threshold(Graph& graph, const Sorting& sorting, const Kernels& k, const Memory& m, std::uint32_t bits) {
  for (auto shift = static_cast<std::uint32_t>(8 * size_of(sorting.type)); shift > 0;) {
    shift -= bits;
    graph.launch_groups(k.count_candidates, k.parts.count, Graph::input(0), m.counts, m.threshold, sorting.count,
                        k.parts.keys, k.parts.count, shift);
    k.scan.add_rows(graph, std::uint64_t{1} << bits, m.counts, m.totals, k.parts.count);
    graph.launch_groups(k.pick_digit, 1, m.totals, m.threshold, m.wanted, sorting.wanted, shift);
  }
}

}  // namespace

void add_selection(Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker) {
  const auto bits = static_cast<std::uint32_t>(schedule.number("bits"));
  const Kernels k(graph, sorting, schedule, maker);
  const Memory m(graph, sorting, k.parts.count, bits);
  add_threshold(graph, sorting, k, m, bits);
  graph.launch_groups(k.count_taken, k.parts.count, Graph::input(0), m.counts, m.threshold, sorting.count, k.parts.keys,
                      k.parts.count);
  k.scan.add_rows(graph, 2, m.counts, m.totals, k.parts.count);
  const Columns taken{graph.scratch(sorting.wanted, size_of(sorting.type)),
                      graph.scratch(sorting.wanted, sorting.lot_bytes)};
  graph.launch_groups(k.take, k.parts.count, Graph::input(0), taken.keys, taken.lots, m.counts, m.totals, m.threshold,
                      sorting.count, k.parts.keys, k.parts.count, sorting.wanted);
  const Sorting last = sorting_of_taken(sorting);
  add_sort(graph, last, sort_initial(last, maker.device()), maker, taken, {Graph::output(0), Graph::output(1)});
}

}  // namespace lenslet::ops

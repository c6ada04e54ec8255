// Makes a radix sort from the least digit on. Each pass counts the keys of each part by their digit, makes places of
// the counts, and writes the keys there.
#include "op/dimensions.hpp"
#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Makes a pass's source. GPUs keep a work-item's keys in registers if its loops are unrolled. On CPUs that only takes
// longer to compile.
op::Source pass_source(const Sorting& sorting, const DimensionSchedule& schedule, const DeviceInfo& device) {
  if (schedule.word("access") == "chunk") return sort_source(sorting, schedule, "radix_chunk.cl");
  op::Source source = sort_source(sorting, schedule, "radix_tile.cl");
  if (schedule.word("access") == "subgroup") source.define("SUB_GROUPS", 1).option(op::later_language_option(device));
  return source.define("UNROLL", device.kind == DeviceKind::cpu ? 1 : schedule.number("items"));
}

// The kernels of a pass, with the memory of its counts.
struct Passes {
  Passes(Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker)
      : bits(static_cast<std::uint32_t>(schedule.number("bits"))),
        parts(parts_of(sorting, schedule, maker.device())),
        scan(graph, sorting, schedule, maker),
        program(maker.program(pass_source(sorting, schedule, maker.device()))),
        count(graph.kernel(program, "count_digits", {parts.group})),
        scatter(graph.kernel(program, "scatter", {parts.group})),
        counts(graph.scratch(parts.count << bits, index_bytes(sorting.count))),
        starts(graph.scratch(std::uint64_t{1} << bits, index_bytes(sorting.count))) {}

  std::uint32_t bits;
  Parts parts;
  DigitScan scan;
  ocl::Program program;
  op::GraphKernel count, scatter;
  op::GraphValue counts, starts;
};

Columns columns_between(Graph& graph, const Sorting& sorting) {
  const op::GraphValue keys = graph.scratch(sorting.count, size_of(sorting.type));
  if (sorting.lots == Lots::none) return {keys, keys};
  return {keys, graph.scratch(sorting.count, sorting.lot_bytes)};
}

// Adds a pass. With `made`, it makes the indexes that travel with the keys.
void add_pass(Graph& graph, const Passes& p, std::uint64_t count, std::uint32_t shift, bool made, const Columns& from,
              const Columns& to) {
  const std::uint32_t indexes = made;
  graph.launch_groups(p.count, p.parts.count, from.keys, p.counts, count, p.parts.keys, p.parts.count, shift);
  p.scan.add_rows(graph, std::uint64_t{1} << p.bits, p.counts, p.starts, p.parts.count);
  p.scan.add_columns(graph, p.starts);
  graph.launch_groups(p.scatter, p.parts.count, from.keys, from.lots, to.keys, to.lots, p.counts, p.starts, count,
                      p.parts.keys, p.parts.count, shift, indexes);
}

}  // namespace

// Adds all passes. They alternate between the output and the sort's own memory, so that the last pass ends in the
// output.
void add_radix(Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker,
               const Columns& from, const Columns& to) {
  const Passes kernels(graph, sorting, schedule, maker);
  const Columns between = columns_between(graph, sorting);
  const auto passes = static_cast<std::uint32_t>(8 * size_of(sorting.type)) / kernels.bits;
  Columns source = from;
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
    const Columns& target = (passes - 1 - pass) % 2 == 0 ? to : between;
    const bool made = sorting.lots == Lots::indexes && pass == 0;
    add_pass(graph, kernels, sorting.count, pass * kernels.bits, made, source, target);
    source = target;
  }
}

}  // namespace lenslet::ops

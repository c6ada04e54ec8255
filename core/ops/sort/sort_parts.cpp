// Splits keys among groups, and makes the sources of all passes.
#include <algorithm>

#include "ocl/driver_limits.hpp"
#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

constexpr std::uint64_t min_chunk = 1024;  // fewer keys are not worth their counters

// Splits keys into chunks. Some drivers end a loop after `max_rounds` rounds, so chunks are shorter there.
Parts chunks(std::uint64_t keys, std::uint64_t wanted, std::uint64_t max_rounds) {
  std::uint64_t length = std::max(divide_up(keys, wanted), min_chunk);
  if (max_rounds > 0) length = std::min(length, max_rounds / 2);
  return {divide_up(keys, length), length};
}

std::string_view unsigned_code(std::size_t bytes) {
  if (bytes == 0) return "0";
  return bytes == 1 ? "U8" : bytes == 2 ? "U16" : bytes == 4 ? "U32" : "U64";
}

op::Source choices_source(const Sorting& sorting, const DimensionSchedule& schedule, std::string_view file) {
  op::Source source({"sort_keys.cl", file});
  source.define("RADIX_BITS", schedule.number("bits")).define("GROUP", schedule.number("group"));
  return source.define("WIDE", sorting.count >= wide_count);
}

}  // namespace

Parts parts_of(const Sorting& sorting, const DimensionSchedule& schedule, const DeviceInfo& device) {
  const auto items = static_cast<std::uint64_t>(schedule.number("items"));
  const auto group = static_cast<std::uint64_t>(schedule.number("group"));
  if (schedule.word("access") == "chunk")
    return chunks(sorting.count, items * static_cast<std::uint64_t>(std::max(device.compute_units, 1)),
                  ocl::max_loop_rounds(device));
  return {divide_up(sorting.count, items * group), items * group, group};
}

op::Source sort_source(const Sorting& sorting, const DimensionSchedule& schedule, std::string_view file) {
  op::Source source = choices_source(sorting, schedule, file);
  source.define("TYPE", op::code_of(sorting.type)).define("PAYLOAD", unsigned_code(sorting.lot_bytes));
  return source.define("DESCENDING", sorting.descending).define("ITEMS", schedule.number("items"));
}

DigitScan::DigitScan(op::Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule,
                     const op::Maker& maker) {
  const ocl::Program program = maker.program(choices_source(sorting, schedule, "sort_scan.cl"));
  const ocl::Range group{static_cast<std::size_t>(schedule.number("group"))};
  rows_ = graph.kernel(program, "rows", group);
  columns_ = graph.kernel(program, "columns", group);
}

void DigitScan::add_rows(op::Graph& graph, std::uint64_t digits, op::GraphValue counts, op::GraphValue all,
                         std::uint64_t parts) const {
  graph.launch_groups(rows_, digits, counts, all, parts);
}

void DigitScan::add_columns(op::Graph& graph, op::GraphValue all) const {
  graph.launch_groups(columns_, 1, all);
}

}  // namespace lenslet::ops

// The ops made of a sorter, with the memory that they need beside their inputs and outputs.
#include <algorithm>

#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

using op::DeviceValues;
using op::Launches;

op::Run make_indexes(const Sorter& sort, const Sorting& sorting, const op::Maker& maker) {
  const ocl::Buffer keys = scratch(maker, sorting.count, size_of(sorting.type));
  return [sort, keys](const DeviceValues& in, const DeviceValues& out, Launches& launches) {
    sort({in[0].buffer(), in[0].buffer()}, {keys, out[0].buffer()}, launches);
  };
}

op::Run make_top(const Sorter& sort, const Sorting& sorting, const op::Maker& maker) {
  const Columns sorted{scratch(maker, sorting.count, size_of(sorting.type)),
                       scratch(maker, sorting.count, sorting.lot_bytes)};
  return [sort, sorted, &queue = maker.queue()](const DeviceValues& in, const DeviceValues& out, Launches& launches) {
    sort({in[0].buffer(), in[0].buffer()}, sorted, launches);
    launches.push_back(queue.copy(sorted.keys, out[0].buffer(), out[0].type().bytes()));
    launches.push_back(queue.copy(sorted.lots, out[1].buffer(), out[1].type().bytes()));
  };
}

}  // namespace

std::size_t index_bytes(std::uint64_t count) {
  return count < wide_count ? 4 : 8;
}

ocl::Buffer scratch(const op::Maker& maker, std::uint64_t count, std::size_t size) {
  return maker.queue().allocate(std::max<std::uint64_t>(count * size, 16));
}

Sorter make_sorter(const Sorting& sorting, const ArraySchedule& schedule, const op::Maker& maker) {
  return schedule.word("algorithm") == "bitonic" ? make_bitonic(sorting, schedule, maker)
                                                 : make_radix(sorting, schedule, maker);
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

op::Run make_sort(SortOp op, const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const Sorting sorting = sorting_of(op, problem);
  if (sorting.count == 0) return [](const DeviceValues&, const DeviceValues&, Launches&) {};
  if (schedule.word("algorithm") == "select") return make_selection(sorting, schedule, maker);
  const Sorter sort = make_sorter(sorting, schedule, maker);
  if (op == SortOp::indexes) return make_indexes(sort, sorting, maker);
  if (op == SortOp::top) return make_top(sort, sorting, maker);
  return [sort](const DeviceValues& in, const DeviceValues& out, Launches& launches) {
    sort({in.front().buffer(), in.back().buffer()}, {out.front().buffer(), out.back().buffer()}, launches);
  };
}

}  // namespace lenslet::ops

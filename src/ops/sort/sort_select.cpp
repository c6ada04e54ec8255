// The first k keys: their last one is found by digits, they are taken, and sorted among themselves.
#include <memory>

#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

// What is taken is in the order of the input, but for the equals of the last, which follow: a stable sort needs no
// more.
Sorting sorting_of_taken(const Sorting& all) {
  return {.type = all.type,
          .lots = Lots::given,
          .lot_bytes = all.lot_bytes,
          .descending = all.descending,
          .count = all.wanted};
}

Sorter make_sorter_of_taken(const Sorting& all, const op::Maker& maker) {
  const Sorting taken = sorting_of_taken(all);
  return make_sorter(taken, sort_initial(taken, maker.device()), maker);
}

class Selection {
 public:
  Selection(const Sorting& sorting, const ArraySchedule& schedule, const op::Maker& maker)
      : sorting_(sorting),
        bits_(static_cast<std::uint32_t>(schedule.number("bits"))),
        parts_(parts_of(sorting, schedule, maker.device())),
        scan_(sorting, schedule, maker),
        program_(maker.program(sort_source(sorting, schedule, "select.cl"))),
        count_candidates_(maker, program_, "count_candidates", {parts_.group}),
        pick_digit_(maker, program_, "pick_digit", {1}),
        count_taken_(maker, program_, "count_taken", {parts_.group}),
        take_(maker, program_, "take", {parts_.group}),
        counts_(scratch(maker, parts_.count << bits_, index_bytes(sorting.count))),
        totals_(scratch(maker, std::uint64_t{1} << bits_, index_bytes(sorting.count))),
        threshold_(scratch(maker, 1, sizeof(std::uint64_t))),
        wanted_(scratch(maker, 1, sizeof(std::uint64_t))),
        taken_{scratch(maker, sorting.wanted, size_of(sorting.type)),
               scratch(maker, sorting.wanted, sorting.lot_bytes)},
        sort_(make_sorter_of_taken(sorting, maker)) {}

  void select(const DeviceArray& keys, const op::DeviceValues& out, op::Launches& launches) {
    find_threshold(keys, launches);
    count_taken_.launch_groups(parts_.count, launches, keys, counts_, threshold_, sorting_.count, parts_.keys,
                               parts_.count);
    scan_.rows(2, counts_, totals_, parts_.count, launches);
    take_.launch_groups(parts_.count, launches, keys, taken_.keys, taken_.lots, counts_, totals_, threshold_,
                        sorting_.count, parts_.keys, parts_.count, sorting_.wanted);
    sort_(taken_, {out[0].buffer(), out[1].buffer()}, launches);
  }

 private:
  void find_threshold(const DeviceArray& keys, op::Launches& launches) {
    for (auto shift = static_cast<std::uint32_t>(8 * size_of(sorting_.type)); shift > 0;) {
      shift -= bits_;
      count_candidates_.launch_groups(parts_.count, launches, keys, counts_, threshold_, sorting_.count, parts_.keys,
                                      parts_.count, shift);
      scan_.rows(std::uint64_t{1} << bits_, counts_, totals_, parts_.count, launches);
      pick_digit_.launch_groups(1, launches, totals_, threshold_, wanted_, sorting_.wanted, shift);
    }
  }

  Sorting sorting_;
  std::uint32_t bits_;
  Parts parts_;
  DigitScan scan_;
  ocl::Program program_;
  op::Stage count_candidates_, pick_digit_, count_taken_, take_;
  ocl::Buffer counts_, totals_, threshold_, wanted_;
  Columns taken_;
  Sorter sort_;
};

}  // namespace

op::Run make_selection(const Sorting& sorting, const ArraySchedule& schedule, const op::Maker& maker) {
  const auto selection = std::make_shared<Selection>(sorting, schedule, maker);
  return [selection](const op::DeviceValues& in, const op::DeviceValues& out, op::Launches& launches) {
    selection->select(in[0], out, launches);
  };
}

}  // namespace lenslet::ops

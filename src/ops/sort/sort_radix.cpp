// Radix sort from the least digit on: in each pass the keys of each part are counted by their digit, the counts made
// places, and the keys written there.
#include <memory>

#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

// GPUs keep a work-item's keys in registers, if its loops are unrolled; CPUs compile longer for nothing.
op::Source pass_source(const Sorting& sorting, const ArraySchedule& schedule, const DeviceInfo& device) {
  if (schedule.word("access") == "chunk") return sort_source(sorting, schedule, "radix_chunk.cl");
  op::Source source = sort_source(sorting, schedule, "radix_tile.cl");
  return source.define("UNROLL", device.kind == DeviceKind::cpu ? 1 : schedule.number("items"));
}

class Radix {
 public:
  Radix(const Sorting& sorting, const ArraySchedule& schedule, const op::Maker& maker)
      : sorting_(sorting),
        bits_(static_cast<std::uint32_t>(schedule.number("bits"))),
        passes_(static_cast<std::uint32_t>(8 * size_of(sorting.type)) / bits_),
        parts_(parts_of(sorting, schedule, maker.device())),
        scan_(sorting, schedule, maker),
        program_(maker.program(pass_source(sorting, schedule, maker.device()))),
        count_(maker, program_, "count_digits", {parts_.group}),
        scatter_(maker, program_, "scatter", {parts_.group}),
        counts_(scratch(maker, parts_.count << bits_, index_bytes(sorting.count))),
        starts_(scratch(maker, std::uint64_t{1} << bits_, index_bytes(sorting.count))),
        between_(columns(maker)) {}

  // Passes take turns with the output and memory of the sort's own, so that the last one ends in the output.
  void sort(const Columns& from, const Columns& to, op::Launches& launches) {
    const Columns* source = &from;
    for (std::uint32_t pass = 0; pass < passes_; ++pass) {
      const Columns& target = (passes_ - 1 - pass) % 2 == 0 ? to : between_;
      const bool made = sorting_.lots == Lots::indexes && pass == 0;
      count(source->keys, pass * bits_, launches);
      scatter(*source, target, pass * bits_, made, launches);
      source = &target;
    }
  }

 private:
  Columns columns(const op::Maker& maker) const {
    const std::uint64_t count = passes_ > 1 ? sorting_.count : 0;
    const ocl::Buffer keys = scratch(maker, count, size_of(sorting_.type));
    if (sorting_.lots == Lots::none) return {keys, keys};
    return {keys, scratch(maker, count, sorting_.lot_bytes)};
  }

  void count(const ocl::Buffer& keys, std::uint32_t shift, op::Launches& launches) {
    count_.launch_groups(parts_.count, launches, keys, counts_, sorting_.count, parts_.keys, parts_.count, shift);
    scan_.rows(std::uint64_t{1} << bits_, counts_, starts_, parts_.count, launches);
    scan_.columns(starts_, launches);
  }

  void scatter(const Columns& from, const Columns& to, std::uint32_t shift, bool made, op::Launches& launches) {
    const std::uint32_t indexes = made;
    scatter_.launch_groups(parts_.count, launches, from.keys, from.lots, to.keys, to.lots, counts_, starts_,
                           sorting_.count, parts_.keys, parts_.count, shift, indexes);
  }

  Sorting sorting_;
  std::uint32_t bits_, passes_;
  Parts parts_;
  DigitScan scan_;
  ocl::Program program_;
  op::Stage count_, scatter_;
  ocl::Buffer counts_, starts_;
  Columns between_;
};

}  // namespace

Sorter make_radix(const Sorting& sorting, const ArraySchedule& schedule, const op::Maker& maker) {
  const auto radix = std::make_shared<Radix>(sorting, schedule, maker);
  return [radix](const Columns& from, const Columns& to, op::Launches& launches) { radix->sort(from, to, launches); };
}

}  // namespace lenslet::ops

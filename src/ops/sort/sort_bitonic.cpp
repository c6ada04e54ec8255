// The bitonic network: tiles are sorted in local memory, then merged, comparison by comparison until these are within
// tiles.
#include <bit>
#include <memory>

#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

// Equal keys need their indexes to stay in order where one can tell them apart: floats have zeros and NaN of their own.
bool is_indexed(const Sorting& sorting) {
  return sorting.lots != Lots::none || !is_integer(sorting.type);
}

class Bitonic {
 public:
  Bitonic(const Sorting& sorting, const ArraySchedule& schedule, const op::Maker& maker)
      : sorting_(sorting),
        group_(static_cast<std::uint64_t>(schedule.number("group"))),
        tile_(group_ * static_cast<std::uint64_t>(schedule.number("items"))),
        program_(maker.program(sort_source(sorting, schedule, "bitonic.cl").define("INDEXED", is_indexed(sorting)))),
        sort_tiles_(stage("sort_tiles", maker)),
        merge_tiles_(stage("merge_tiles", maker)),
        merge_(stage("merge", maker)),
        gather_(stage("gather", maker)),
        indexes_(scratch(maker, own_indexes() ? sorting.count : 0, index_bytes(sorting.count))) {}

  void sort(const Columns& from, const Columns& to, op::Launches& launches) {
    const std::uint64_t count = sorting_.count, tiles = divide_up(count, tile_);
    const ocl::Buffer& indexes = own_indexes() ? indexes_ : to.lots;
    const auto tile_level = static_cast<std::uint32_t>(std::countr_zero(tile_));
    sort_tiles_.launch_groups(tiles, launches, from.keys, to.keys, indexes, count);
    for (std::uint32_t level = tile_level; std::uint64_t{1} << level < count; ++level) {
      for (std::uint32_t next = level + 1; next > tile_level; --next)
        merge(to.keys, indexes, next - 1, next > level, launches);
      merge_tiles_.launch_groups(tiles, launches, to.keys, indexes, count, tile_level);
    }
    if (sorting_.lots == Lots::given) gather_.launch_items(count, launches, indexes, from.lots, to.lots, count);
  }

 private:
  op::Stage stage(const char* kernel, const op::Maker& maker) const {
    return {maker, program_, kernel, {static_cast<std::size_t>(group_)}};
  }

  // Else the output has them, or nothing needs them.
  bool own_indexes() const { return is_indexed(sorting_) && sorting_.lots != Lots::indexes; }

  void merge(const ocl::Buffer& keys, const ocl::Buffer& indexes, std::uint32_t level, bool first,
             op::Launches& launches) {
    const std::uint64_t half = std::uint64_t{1} << level, blocks = divide_up(sorting_.count, 2 * half);
    const std::uint32_t mirrored = first;
    merge_.launch_items(blocks * half, launches, keys, indexes, sorting_.count, level, mirrored);
  }

  Sorting sorting_;
  std::uint64_t group_, tile_;
  ocl::Program program_;
  op::Stage sort_tiles_, merge_tiles_, merge_, gather_;
  ocl::Buffer indexes_;
};

}  // namespace

Sorter make_bitonic(const Sorting& sorting, const ArraySchedule& schedule, const op::Maker& maker) {
  const auto bitonic = std::make_shared<Bitonic>(sorting, schedule, maker);
  return
      [bitonic](const Columns& from, const Columns& to, op::Launches& launches) { bitonic->sort(from, to, launches); };
}

}  // namespace lenslet::ops

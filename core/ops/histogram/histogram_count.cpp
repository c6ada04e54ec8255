// Counts in parts, and adds up the parts.
#include <algorithm>

#include "ocl/values.hpp"
#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {
namespace {

constexpr std::uint64_t max_own = 1ull << 28;  // bytes of groups' own bins in global memory

std::uint64_t own_copies(const DimensionSchedule& schedule, std::uint64_t size) {
  return std::max<std::uint64_t>(
      max_own / (size * sizeof(std::uint32_t)) / static_cast<std::uint64_t>(schedule.number("copies")), 1);
}

// Returns the number of parts in which no counter overflows, if the groups spread over them.
std::uint32_t shared_parts(const DimensionSchedule& schedule, std::int64_t count) {
  return static_cast<std::uint32_t>(
      std::max<std::int64_t>(schedule.number("copies"), count / (std::int64_t{1} << 31) + 1));
}

ocl::Program merging(const op::Maker& maker, std::uint32_t group, std::uint32_t slices) {
  op::Source source({"histogram_merge.cl"});
  source.define("SLICES", slices).define("GROUP", group);
  return maker.program(source);
}

// Returns how bins are kept. Bins in global memory are a group's own only if the group is one work-item.
std::string_view code_of_bins(const DimensionSchedule& schedule, bool own) {
  if (schedule.word("bins") == "private") return "PRIVATE";
  if (schedule.word("bins") == "pairs") return "PAIRS";
  if (schedule.word("bins") == "local") return "LOCAL";
  return own ? "OWN" : "SHARED";
}

std::uint64_t in_a_round(const ArrayType& input, const DimensionSchedule& schedule) {
  return static_cast<std::uint64_t>(schedule.number("v")) * word_bytes(input.type) / size_of(input.type);
}

// Returns the bytes of the groups' counters of pairs, which stand after the parts.
std::uint64_t bytes_of_pairs(const DimensionSchedule& schedule, std::uint32_t groups) {
  if (schedule.word("bins") != "pairs") return 0;
  return std::uint64_t{groups} * static_cast<std::uint64_t>(schedule.number("copies")) * 65536;
}

ocl::Range group_of(const DimensionSchedule& schedule) {
  return {static_cast<std::size_t>(schedule.number("group"))};
}

}  // namespace

Counter::Counter(op::Graph& graph, const ArrayType& input, int channels, const Finder& finder,
                 const DimensionSchedule& schedule, const op::Maker& maker)
    : count_(static_cast<std::uint64_t>(input.count())),
      size_(static_cast<std::uint64_t>(channels) * static_cast<std::uint64_t>(finder.bins.count)),
      groups_(counter_groups(input.count(), static_cast<std::int64_t>(in_a_round(input, schedule)),
                             finder.code == "SEARCH" ? 32 : 1, schedule, maker.device())),
      global_(schedule.word("bins") == "global"),
      atomic_(schedule.word("merge") == "atomic"),
      own_(global_ && schedule.number("group") == 1 && groups_ <= own_copies(schedule, size_)),
      parts_count_(atomic_    ? 1
                   : !global_ ? groups_
                   : own_     ? groups_ * static_cast<std::uint32_t>(schedule.number("copies"))
                              : shared_parts(schedule, input.count())),
      merge_group_(merge_group(maker.device())),
      slices_(merge_group_ == 256 && parts_count_ >= 64 ? 32 : 1),
      finder_(finder),
      count_elements_(graph.kernel(counting(input, channels, schedule, maker), "count", group_of(schedule))),
      first_(
          graph.keep(std::visit([&](const auto& first) { return ocl::upload(maker.queue(), first); }, finder.first))),
      parts_(atomic_
                 ? graph.keep(ocl::upload(maker.queue(), std::vector<std::uint32_t>(size_ + 1)))  // zeros again
                 : graph.scratch(parts_count_ * size_ * sizeof(std::uint32_t) + bytes_of_pairs(schedule, groups_))) {
  const bool merged = schedule.word("merge") == "device";
  if (!global_ && !merged) return;
  const ocl::Program program = merging(maker, merge_group_, slices_);
  if (global_) clear_ = graph.kernel(program, "clear", {merge_group_});
  if (merged) merge_ = graph.kernel(program, "merge", {merge_group_});
}

ocl::Program Counter::counting(const ArrayType& input, int channels, const DimensionSchedule& schedule,
                               const op::Maker& maker) const {
  op::Source source({"histogram_find.cl", "histogram_unit.cl", "histogram_count.cl"});
  source.define("TYPE", op::code_of(input.type)).define("COUNTS", code_of_bins(schedule, own_));
  source.define("FIND", finder_.code).define("BINS", finder_.bins.count).define("LAST", finder_.last);
  source.define("CHANNELS", channels);
  source.define("COPIES", schedule.number("copies")).define("GROUP", schedule.number("group"));
  source.define("ITEMS", schedule.number("items")).define("VEC", schedule.number("v"));
  source.define("PREFETCH", schedule.word("loads") == "prefetch").define("ATOMIC", atomic_);
  source.define("INDEX", input.count() >> 31 == 0 ? "uint" : "ulong");  // a place may pass the end by a round
  return maker.program(source);
}

void Counter::add(op::Graph& graph, op::GraphValue x, op::GraphValue out) const {
  const std::uint64_t all = parts_count_ * size_;
  if (clear_) graph.launch_items(*clear_, std::min<std::uint64_t>(all, 1 << 16), parts_, all);
  graph.launch_groups(count_elements_, groups_, x, parts_, out, parts_count_, count_, finder_.low, finder_.high,
                      finder_.scale, finder_.offset, first_);
  if (merge_) graph.launch_items(*merge_, size_ * slices_, parts_, out, parts_count_, size_);
}

std::vector<std::uint64_t> Counter::sums(const op::Graph& bound, const ocl::Queue& queue) const {
  const auto parts = ocl::download<std::uint32_t>(queue, bound.buffer(parts_), parts_count_ * size_);
  std::vector<std::uint64_t> sums(size_);
  for (std::size_t i = 0; i < parts.size(); ++i) sums[i % size_] += parts[i];
  return sums;
}

}  // namespace lenslet::ops

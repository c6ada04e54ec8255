// Lists the schedules of scans.
#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "ops/reduce/reduce.hpp"
#include "ops/scan/scan.hpp"

namespace lenslet::ops {
namespace {

// Each level of blocks divides the length by at least this. Six levels then scan 2^48 elements, with fewer than 96
// additions in a row each, within the bound of a sum.
constexpr int min_block = 256;
constexpr int max_block_items = 8;

// The most lanes of an item. Each of its vectors is in registers.
constexpr int max_lanes = 64;

}  // namespace

op::Dimensions scan_space(const op::Instance&, const DeviceInfo& device) {
  return {op::words("combine", {"tree", "subgroup", "lookback"}),
          op::numbers("group", {1, 16, 32, 64, 128, 256, 512, 1024}), op::numbers("rounds", {1, 4, 16, 64}),
          op::numbers("items", {1, 2, 4, 8, 12, 16}), op::vectors(device)};
}

// On CPUs a work-item walks through its block alone, since barriers are slow there.
DimensionSchedule scan_initial(const op::Instance& problem, const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu)
    return DimensionSchedule({{"combine", "tree"}, {"group", "1"}, {"rounds", "64"}, {"items", "4"}, {"v", "16"}});
  const bool wide = size_of(problem.outputs.front().type) == sizeof(double);
  return DimensionSchedule(
      {{"combine", "tree"}, {"group", "256"}, {"rounds", "4"}, {"items", "4"}, {"v", wide ? "2" : "4"}});
}

namespace {

// Drivers add up a sub-group in their own way: 64 items may mean 64 additions in a row.
std::optional<Exclusion> scan_sub_groups_rule(const DeviceInfo& device, const DimensionSchedule& schedule) {
  constexpr int max_round_count = 16;
  if (schedule.number("rounds") > max_round_count)
    return Exclusion{"sub-groups", fmt::format("with sub-groups there are at most {} rounds, so that no chain of "
                                               "additions is long",
                                               max_round_count)};
  return sub_groups_rule(device, schedule);
}

// What holds of blocks in rounds, whose sums are scanned by levels.
std::optional<Exclusion> scan_blocks_rule(const DeviceInfo& device, const DimensionSchedule& schedule) {
  const int group = schedule.number("group"), items = schedule.number("items");
  if (static_cast<std::uint64_t>(group * items) * sizeof(double) > device.local_memory)
    return Exclusion{"local-memory", fmt::format("local memory has {} bytes here", device.local_memory)};
  if (items > max_block_items)
    return Exclusion{"items", fmt::format("a work-item has at most {} vectors in a round", max_block_items)};
  if (group * items * schedule.number("v") * schedule.number("rounds") < min_block)
    return Exclusion{"block-size", fmt::format("blocks have {} elements and more", min_block)};
  return schedule.word("combine") == "subgroup" ? scan_sub_groups_rule(device, schedule) : std::nullopt;
}

}  // namespace

std::optional<Exclusion> scan_rule(const op::Instance& problem, const DeviceInfo& device,
                                   const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (schedule.number("items") * schedule.number("v") > max_lanes)
    return Exclusion{"registers", fmt::format("a work-item has at most {} elements in a round", max_lanes)};
  if (is_deterministic(problem) && schedule != scan_initial(problem, device))
    return Exclusion{"deterministic-order",
                     "what is deterministic has one order of its sums, that of the schedule that runs untuned"};
  if (schedule.word("combine") == "lookback") return look_back_rule(problem, device, schedule);
  return scan_blocks_rule(device, schedule);
}

}  // namespace lenslet::ops

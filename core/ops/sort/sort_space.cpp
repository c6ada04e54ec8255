// The schedules of sorts.
//
//   radix.chunk.bits8.group1.items2        a work-item alone has a chunk; items: chunks for each compute unit
//   radix.tile.bits8.group256.items16      a group has a tile; items: keys of each work-item
//   radix.subgroup.bits8.group256.items16  likewise; sub-groups rank the keys of a tile
//   select...                              chunks or tiles; only the first k are sorted, in the way of an untuned sort
//   bitonic.tile.bits8.group256.items8     tiles; a network has no digits, bits8 stands for that
#include <algorithm>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

constexpr std::uint64_t crew = 32;  // as in radix_tile.cl

bool is_bitonic(const DimensionSchedule& schedule) {
  return schedule.word("algorithm") == "bitonic";
}

bool ranks_by_sub_groups(const DimensionSchedule& schedule) {
  return schedule.word("access") == "subgroup";
}

std::uint64_t local_bytes(const Sorting& sorting, const DimensionSchedule& schedule) {
  const auto group = static_cast<std::uint64_t>(schedule.number("group"));
  const std::uint64_t tile = group * static_cast<std::uint64_t>(schedule.number("items"));
  const std::uint64_t key = size_of(sorting.type), index = index_bytes(sorting.count);
  if (schedule.word("access") == "chunk") return 64;  // that of the scan
  if (is_bitonic(schedule)) return tile * (key + index);
  const std::uint64_t digits = std::uint64_t{1} << schedule.number("bits"), crews = group / crew;
  const std::uint64_t masks = ranks_by_sub_groups(schedule) ? 4 : 2 * crews * digits * 4;
  const std::uint64_t shared = std::max(masks, tile * std::max<std::uint64_t>(key, sorting.lot_bytes));
  return shared + crews * digits * 4 + (digits + group) * index;
}

DimensionSchedule schedule(const char* algorithm, const char* access, const char* group, const char* items) {
  return DimensionSchedule(
      {{"algorithm", algorithm}, {"access", access}, {"bits", "8"}, {"group", group}, {"items", items}});
}

std::optional<Exclusion> chunk_rule(const DimensionSchedule& schedule) {
  if (is_bitonic(schedule)) return Exclusion{"network", "a network has tiles"};
  if (schedule.number("group") != 1) return Exclusion{"chunk-group", "a chunk is one work-item's"};
  return {};
}

// Sub-groups must be crews: of their size, which the kernel asks for, and with their lanes' votes in one word.
std::optional<Exclusion> sub_groups_rule(const DeviceInfo& device, const DimensionSchedule& schedule) {
  if (schedule.word("algorithm") != "radix") return Exclusion{"sub-groups", "sub-groups rank keys for `radix` alone"};
  for (const char* needed : {"cl_khr_subgroup_ballot", "cl_intel_required_subgroup_size"})
    if (auto excluded = op::extension_rule("sub-groups", device, needed)) return excluded;
  return {};
}

std::optional<Exclusion> tile_rule(const DimensionSchedule& schedule) {
  if (schedule.number("group") < static_cast<int>(crew))
    return Exclusion{"tile-group", fmt::format("a tile has {} work-items or more", crew)};
  if (!is_bitonic(schedule)) return {};
  if (schedule.number("items") < 2) return Exclusion{"network-items", "a work-item compares 2 elements or more"};
  if (schedule.number("bits") == 8) return {};
  return Exclusion{"network-digits", "a network has no digits; bits8 stands for that"};
}

}  // namespace

op::Dimensions sort_space(const Sorting& sorting, const DeviceInfo&) {
  std::vector<std::string> algorithms{"radix", "bitonic"};
  if (sorting.wanted > 0) algorithms.emplace_back("select");
  return {op::words("algorithm", algorithms), op::words("access", {"chunk", "tile", "subgroup"}),
          op::numbers("bits", {4, 8}), op::numbers("group", {1, 32, 64, 128, 256, 512}),
          op::numbers("items", {1, 2, 4, 8, 16, 32})};
}

// Chooses a schedule. Few keys are not worth the many launches of a radix sort. Sorting most keys costs as much as
// sorting all.
DimensionSchedule sort_initial(const Sorting& sorting, const DeviceInfo& device) {
  constexpr std::uint64_t few = 16384, few_on_cpus = 512;
  const bool cpu = device.kind == DeviceKind::cpu;
  const bool is_few = sorting.count <= (cpu ? few_on_cpus : few);
  const bool selects = sorting.wanted > 0 && sorting.wanted <= sorting.count / 2;
  const char* const algorithm = is_few ? "bitonic" : selects ? "select" : "radix";
  if (cpu && !is_few) return schedule(algorithm, "chunk", "1", "2");
  for (const auto& [group, items] : {std::pair{"256", "16"}, {"256", "8"}, {"128", "8"}, {"64", "8"}})
    if (const DimensionSchedule one = schedule(algorithm, "tile", cpu ? "32" : group, items);
        !sort_rule(sorting, device, one))
      return one;
  return schedule(is_few ? "radix" : algorithm, "chunk", "1", "32");
}

std::optional<Exclusion> sort_rule(const Sorting& sorting, const DeviceInfo& device,
                                   const DimensionSchedule& schedule) {
  if (auto excluded = schedule.word("access") == "chunk" ? chunk_rule(schedule) : tile_rule(schedule)) return excluded;
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (ranks_by_sub_groups(schedule))
    if (auto excluded = sub_groups_rule(device, schedule)) return excluded;
  const std::uint64_t bytes = local_bytes(sorting, schedule);
  if (bytes > device.local_memory)
    return Exclusion{"local-memory",
                     fmt::format("{} bytes of local memory, {} has {}", bytes, device.name, device.local_memory)};
  return {};
}

}  // namespace lenslet::ops

// Lists the schedules of windows that see all channels: each group makes planes of what it needs in local memory, or a
// launch before makes planes of the whole region.
#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "ops/colour_window/colour_window.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

std::uint64_t bytes_of_tile(const op::Instance& problem, const ColourWindow& window,
                            const DimensionSchedule& schedule) {
  const std::int64_t pitch = round_up(schedule.number("columns") + 2 * window.radius, pitch_of_planes);
  const std::int64_t samples = pitch * (schedule.number("rows") + 2 * window.radius) * channels_seen(problem);
  return static_cast<std::uint64_t>(samples) * sizeof(float);
}

DimensionSchedule schedule_of(const char* way, const char* group, const char* columns, const char* rows,
                              const std::string& items, const char* v) {
  return DimensionSchedule(
      {{"way", way}, {"group", group}, {"columns", columns}, {"rows", rows}, {"items", items}, {"v", v}});
}

}  // namespace

op::Dimensions colour_window_space() {
  return {op::words("way", {"planes", "tiles"}),  op::numbers("group", {1, 64, 128, 256}),
          op::numbers("columns", {32, 64, 128}),  op::numbers("rows", {8, 16, 32}),
          op::numbers("items", {1, 2, 4, 8, 16}), op::numbers("v", {1, 8, 16})};
}

std::optional<Exclusion> colour_window_rule(const op::Instance& problem, const ColourWindow& window,
                                            const DeviceInfo& device, const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (schedule.word("way") == "planes") {
    if (schedule.number("columns") == 32 && schedule.number("rows") == 8) return {};
    return Exclusion{"planes", "planes of a whole region have no tile with columns and rows"};
  }
  if (schedule.number("rows") % schedule.number("items") != 0)
    return Exclusion{"items", "a work-item has more rows than its group"};
  const std::uint64_t bytes = bytes_of_tile(problem, window, schedule);
  if (bytes <= device.local_memory) return {};
  return Exclusion{"local-memory",
                   fmt::format("its tile has {} bytes of local memory, there are {}", bytes, device.local_memory)};
}

// Chooses vectors of neighbouring pixels for CPUs, and groups of single pixels for GPUs.
DimensionSchedule colour_window_initial(const op::Instance& problem, const ColourWindow& window,
                                        const DeviceInfo& device) {
  const bool is_cpu = device.kind == DeviceKind::cpu;
  const std::string items = std::to_string(window.items);
  const DimensionSchedule tiles =
      is_cpu ? schedule_of("tiles", "1", "128", "32", items, "16") : schedule_of("tiles", "128", "32", "16", "4", "1");
  if (!colour_window_rule(problem, window, device, tiles)) return tiles;
  return is_cpu ? schedule_of("planes", "1", "32", "8", items, "16")
                : schedule_of("planes", "128", "32", "8", "4", "1");
}

}  // namespace lenslet::ops

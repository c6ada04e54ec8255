// Which schedules point functions have, which are excluded, and which one runs untuned.
#include "point/schedules.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace lenslet::point {
namespace {

constexpr std::int64_t min_streamed = 1 << 20;  // bytes of results

// Tells whether it is cheaper to look a sample up than to compute its result.
bool wants_table(const Group& group) {
  const auto looks_up = [&](const Node& node) { return is_table(node.function, group.inputs.front()); };
  return is_of_bytes(group) && (group.nodes.size() > 1 || std::ranges::any_of(group.nodes, looks_up));
}

std::size_t largest_sample(const Group& group) {
  std::size_t size = 1;
  for (const PixelFormat& format : formats_of(group)) size = std::max(size, size_of(format.type));
  return size;
}

// On a GPU the registers of a group hold vectors of all channels of its images. On an H200 groups of max_lanes lanes
// could be launched; with twice as many, some could not.
constexpr std::int64_t max_lanes = 32768;

std::int64_t lanes_of(const Group& group, std::int64_t width, std::int64_t vector) {
  const std::vector<PixelFormat> formats = formats_of(group);
  const bool samples = is_of_samples(group);
  std::int64_t channels = 0;
  for (const PixelFormat& format : group.inputs) channels += samples ? 1 : format.channels;
  for (const std::size_t output : group.outputs) channels += samples ? 1 : formats[output].channels;
  return width * vector * channels;
}

}  // namespace

bool makes_tables(const Group& group, const DimensionSchedule& schedule) {
  return is_of_bytes(group) && schedule.word("values") == "tabled";
}

op::Dimensions space(const Group& group, const DeviceInfo&) {
  op::Dimensions all{op::words("access", {"stride", "chunk"}), op::numbers("group", {1, 16, 64, 128, 256, 512}),
                     op::numbers("items", {1, 2, 4, 8}), op::numbers("v", {1, 2, 4, 8, 16}),
                     op::words("stores", {"plain", "stream"})};
  if (is_of_bytes(group)) all.push_back(op::words("values", {"computed", "tabled"}));
  return all;
}

std::optional<Exclusion> rule(const Group& group, const DeviceInfo& device, const DimensionSchedule& schedule) {
  if (auto exclusion = op::group_rule(schedule, device)) return exclusion;
  const std::int64_t lanes = lanes_of(group, schedule.number("group"), schedule.number("v"));
  if (device.kind == DeviceKind::cpu || lanes <= max_lanes) return {};
  return Exclusion{"registers", fmt::format("groups of {} with vectors of {} hold {} lanes; allowed: {}",
                                            schedule.number("group"), schedule.number("v"), lanes, max_lanes)};
}

// CPUs want work-items of whole cache lines, whose stores bypass the caches where the result is too large for them.
// GPUs want many work-items with neighbouring loads of 16 bytes.
DimensionSchedule initial(const Group& group, std::int64_t pixels, const DeviceInfo& device) {
  std::int64_t bytes = 0;
  const std::vector<PixelFormat> formats = formats_of(group);
  const auto choice = [&](std::vector<DimensionSchedule::Chosen> words) {
    if (is_of_bytes(group)) words.emplace_back("values", "computed");
    return DimensionSchedule(std::move(words));
  };
  for (const std::size_t output : group.outputs) bytes += pixels * static_cast<std::int64_t>(formats[output].bytes());
  if (device.kind == DeviceKind::cpu) {
    const char* stores = bytes >= min_streamed ? "stream" : "plain";
    return choice({{"access", "chunk"}, {"group", "64"}, {"items", "4"}, {"v", "16"}, {"stores", stores}});
  }
  if (wants_table(group))  // then many samples share a table
    return DimensionSchedule({{"access", "stride"},
                              {"group", "256"},
                              {"items", "1"},
                              {"v", "16"},
                              {"stores", "plain"},
                              {"values", "tabled"}});
  const std::size_t size = largest_sample(group);
  const std::int64_t vector = size == 1 ? 16 : size == 2 ? 8 : 4;
  const char* width = lanes_of(group, 256, vector) <= max_lanes ? "256" : "64";
  return choice(
      {{"access", "stride"}, {"group", width}, {"items", "1"}, {"v", fmt::format("{}", vector)}, {"stores", "plain"}});
}

}  // namespace lenslet::point

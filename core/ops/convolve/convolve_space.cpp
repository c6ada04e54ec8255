// Lists the schedules of convolutions.
#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "ops/convolve/convolve.hpp"

namespace lenslet::ops {
namespace {

int block(const DimensionSchedule& schedule) {
  return schedule.number("items") * schedule.number("v");
}

// The rows of results that an item has in registers, beside the inputs of a slide.
int max_block(const DeviceInfo& device, bool slides) {
  if (slides) return 32;
  return device.kind == DeviceKind::cpu ? 128 : 32;
}

constexpr std::int64_t least_chunk = 64;  // taps: fewer at a time would bring more than they add

}  // namespace

op::Dimensions convolve_space(const op::Instance&, const DeviceInfo& device) {
  return {op::words("way", {"vectors", "slide"}), op::numbers("group", {1, 32, 64, 128, 256}),
          op::numbers("rounds", {1, 4, 16, 64}), op::numbers("items", {1, 2, 4, 6, 8}), op::vectors(device)};
}

// CPUs add vectors that lie at any place, and share nothing between items. GPUs load what lies at whole vectors, and
// keep it for the taps that follow.
DimensionSchedule convolve_initial(const op::Instance& problem, const DeviceInfo& device) {
  const bool wide = size_of(convolved_type(problem.inputs[0].type)) == sizeof(double);
  if (device.kind == DeviceKind::cpu)
    return DimensionSchedule(
        {{"way", "vectors"}, {"group", "1"}, {"rounds", "64"}, {"items", "6"}, {"v", wide ? "8" : "16"}});
  const DimensionSchedule usual(
      {{"way", "slide"}, {"group", "128"}, {"rounds", "1"}, {"items", "2"}, {"v", wide ? "2" : "4"}});
  if (!convolve_rule(problem, device, usual)) return usual;
  return DimensionSchedule({{"way", "vectors"}, {"group", "1"}, {"rounds", "1"}, {"items", "2"}, {"v", "4"}});
}

// CPUs have as many lanes of 16 bits as twice those of 32. Vectors alone have arithmetic of 16 bits: C computes single
// numbers of fewer than 32 bits in int, where the square of 65535 is too large.
SampleType convolve_sum_type(SampleType type, const DeviceInfo& device, const DimensionSchedule& schedule) {
  if (!is_integer(type)) return convolved_type(type);
  if (size_of(type) == sizeof(std::uint64_t)) return SampleType::u64;
  const bool vectors = schedule.word("way") == "vectors" && schedule.number("v") > 1;
  if (vectors && device.kind == DeviceKind::cpu && size_of(type) <= sizeof(std::uint16_t)) return SampleType::u16;
  return SampleType::u32;
}

std::uint64_t convolve_tile_bytes(const DimensionSchedule& schedule, SampleType sum, std::int64_t chunk) {
  const std::int64_t elements = schedule.number("group") * block(schedule) + chunk + schedule.number("v");
  return static_cast<std::uint64_t>(elements) * size_of(sum);
}

std::optional<Exclusion> convolve_rule(const op::Instance& problem, const DeviceInfo& device,
                                       const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  const int most = max_block(device, schedule.word("way") == "slide");
  if (block(schedule) > most) return Exclusion{"registers", fmt::format("a work-item has at most {} results", most)};
  const SampleType sum = convolve_sum_type(problem.inputs[0].type, device, schedule);
  if (const std::uint64_t bytes = convolve_tile_bytes(schedule, sum, least_chunk); bytes > device.local_memory)
    return Exclusion{"local-memory",
                     fmt::format("its tile has {} bytes of local memory, there are {}", bytes, device.local_memory)};
  return {};
}

}  // namespace lenslet::ops

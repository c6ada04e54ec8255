// Lists the schedules of nearest neighbours: the tile of distances, who computes it, and who selects from it.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "ocl/driver_limits.hpp"
#include "op/dimensions.hpp"
#include "ops/knn/knn.hpp"

namespace lenslet::ops {
namespace {

constexpr int max_lanes = 64;  // of an item's distances: more would not fit into registers

}  // namespace

op::Dimensions knn_space(const op::Instance&, const DeviceInfo& device) {
  return {op::numbers("points", {1024, 4096, 16384, 65536}),
          op::numbers("queries", {64, 256, 1024}),
          op::numbers("rows", {1, 2, 4, 8}),
          op::vectors(device),
          op::numbers("x", {1, 16, 64}),
          op::numbers("y", {1, 4}),
          op::numbers("select", {1, 64, 128, 256})};
}

DimensionSchedule knn_initial(const op::Instance&, const DeviceInfo& device) {
  const bool short_loops = ocl::max_loop_rounds(device) > 0;
  if (device.kind == DeviceKind::cpu)
    return DimensionSchedule({{"points", "4096"},
                              {"queries", "256"},
                              {"rows", "4"},
                              {"v", short_loops ? "8" : "16"},
                              {"x", "16"},
                              {"y", "1"},
                              {"select", short_loops ? "64" : "1"}});
  return DimensionSchedule({{"points", "65536"},
                            {"queries", "1024"},
                            {"rows", "8"},
                            {"v", "4"},
                            {"x", "64"},
                            {"y", "4"},
                            {"select", "128"}});
}

std::optional<Exclusion> knn_rule(const op::Instance& problem, const DeviceInfo& device,
                                  const DimensionSchedule& schedule) {
  const auto select = static_cast<std::uint64_t>(schedule.number("select"));
  const auto group = static_cast<std::uint64_t>(schedule.number("x") * schedule.number("y"));
  if (auto excluded = op::group_rule(std::max(group, select), device)) return excluded;
  const int lanes = schedule.number("rows") * schedule.number("v");
  if (lanes > max_lanes)
    return Exclusion{"registers", fmt::format("an item has {} distances, at most {}", lanes, max_lanes)};
  const std::uint64_t bytes = (2 * knn_half(problem, schedule) + 1) * sizeof(std::uint64_t);
  if (bytes > device.local_memory)
    return Exclusion{"local-memory", fmt::format("{} bytes of local memory, {} here", bytes, device.local_memory)};
  // In the worst case points come nearer and nearer, and every round sorts.
  if (ocl::max_loop_rounds(device) > 0 && (select < 64 || schedule.number("points") > 4096))
    return Exclusion{"loop-rounds", "the driver ends loops that sort so much in one work-item"};
  return {};
}

std::uint32_t knn_half(const op::Instance& problem, const DimensionSchedule& schedule) {
  const auto k = static_cast<std::uint32_t>(problem.outputs.front().shape[1]);
  const auto round = static_cast<std::uint32_t>(schedule.number("select") * schedule.number("v"));
  return std::bit_ceil(std::max(k, 2 * round));
}

}  // namespace lenslet::ops

// Lists the schedules of wide Gaussians.
#include "op/dimensions.hpp"
#include "ops/wide_gaussian/wide_gaussian.hpp"

namespace lenslet::ops {

op::Dimensions wide_space() {
  return {op::numbers("group", {1, 64, 128, 256}), op::numbers("v", {1, 4, 16}), op::numbers("items", {1, 2, 4}),
          op::numbers("run", {1, 4, 16})};
}

// With alpha that weights colours, a work-item has whole pixels.
std::optional<Exclusion> wide_rule(const op::Instance& problem, const DeviceInfo& device,
                                   const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (!wide_is_weighted(problem) || schedule.number("items") == 1) return {};
  return Exclusion{"pixels", "weighted pixels are no vectors"};
}

// A CPU's work-item has a stretch of several rows, whose source stays in the caches.
DimensionSchedule wide_initial(const op::Instance& problem, const DeviceInfo& device) {
  if (device.kind != DeviceKind::cpu)
    return DimensionSchedule({{"group", "128"}, {"v", "4"}, {"items", "1"}, {"run", "1"}});
  return DimensionSchedule(
      {{"group", "1"}, {"v", "16"}, {"items", wide_is_weighted(problem) ? "1" : "4"}, {"run", "16"}});
}

}  // namespace lenslet::ops

// Lists the schedules of Harris's measure: derivatives in memory, or one kernel that keeps them in registers.
#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "ops/harris/harris.hpp"
#include "ops/outside.hpp"

namespace lenslet::ops {
namespace {

constexpr std::int64_t usual_kept = 48, most_kept = 96;  // numbers, beside which as many are needed to compute

// The numbers that a work-item of the fused kernel keeps from row to row.
std::int64_t kept_by_item(const op::Instance& problem, std::int64_t columns) {
  const std::int64_t before = problem.arguments.integer("block") - 1;
  const std::int64_t rows = std::ssize(harris_taps(problem).smooth) - 1;
  return 2 * rows * (columns + before) + 3 * before * columns;
}

std::optional<Exclusion> fused_rule(const op::Instance& problem, const DimensionSchedule& schedule) {
  if (schedule.number("columns") > 4) return Exclusion{"columns", "a work-item has 4 columns at most"};
  if (schedule.number("rows") == 1) return Exclusion{"rows", "a work-item has several rows"};
  const std::int64_t kept = kept_by_item(problem, schedule.number("columns"));
  if (kept <= most_kept) return {};
  return Exclusion{"registers", fmt::format("a work-item keeps {} numbers in registers, {} at most", kept, most_kept)};
}

std::optional<Exclusion> harris_rule(const op::Instance& problem, const DeviceInfo& device,
                                     const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (schedule.word("way") == "fused") return fused_rule(problem, schedule);
  if (schedule.number("rows") == 1) return {};
  return Exclusion{"rows", "a work-item has one row of derivatives, and one of windows"};
}

DimensionSchedule schedule_of(const char* way, const char* group, const char* columns, const char* rows) {
  return DimensionSchedule({{"way", way}, {"group", group}, {"columns", columns}, {"rows", rows}});
}

// Chooses few long work-items for CPUs, which have vectors of derivatives and caches for them. GPUs keep derivatives in
// registers, where those suffice.
DimensionSchedule harris_initial(const op::Instance& problem, const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu) return schedule_of("separate", "1", "256", "1");
  if (kept_by_item(problem, 4) <= usual_kept) return schedule_of("fused", "128", "4", "8");
  if (kept_by_item(problem, 2) <= most_kept) return schedule_of("fused", "128", "2", "8");
  return schedule_of("separate", "128", "1", "1");
}

}  // namespace

op::Op harris_op(OpInfo info) {
  op::Op op = op::whole_op(std::move(info));
  op.borders = window_borders();
  op.space = [](const op::Instance&, const DeviceInfo&) -> op::Dimensions {
    return {op::words("way", {"separate", "fused"}), op::numbers("group", {1, 64, 128, 256}),
            op::numbers("columns", {1, 2, 4, 256}), op::numbers("rows", {1, 4, 8, 16})};
  };
  op.initial = harris_initial;
  op.rule = harris_rule;
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  return op;
}

}  // namespace lenslet::ops

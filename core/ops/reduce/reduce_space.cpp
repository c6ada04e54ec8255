// Lists the schedules of reductions.
//
//   two_stage.tree.stride.group256.groups8.items4.v4       an item loads vectors of 4 elements
//   two_stage.tree.stride.group256.groups8.items4.packed4  words of 4 bytes, which dot products of the device multiply
#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "op/schedule.hpp"
#include "ops/reduce/reduce.hpp"

namespace lenslet::ops {
namespace {

constexpr std::string_view packed = "packed";

// What an item loads at a time. For dot products of bytes it may also be words.
op::Dimension loads(const op::Instance& problem, const DeviceInfo& device) {
  op::Dimension loads = op::vectors(device);
  if (problem.inputs.size() < 2 || problem.inputs.front().type != SampleType::u8) return loads;
  for (const std::string& words : op::vectors(device).values)
    loads.values.push_back(fmt::format("{}{}", packed, bytes_of_word * op::parse_number(words)));
  return loads;
}

}  // namespace

bool multiplies_words(const DimensionSchedule& schedule) {
  return schedule.word("v").starts_with(packed);
}

int elements_at_once(const DimensionSchedule& schedule) {
  const std::string_view word = schedule.word("v");
  return op::parse_number(multiplies_words(schedule) ? word.substr(packed.size()) : word);
}

std::optional<Exclusion> sub_groups_rule(const DeviceInfo& device, const DimensionSchedule& schedule) {
  if (!device.sub_groups)
    return Exclusion{
        "sub-groups",
        fmt::format("{} has no sub-groups: neither cl_khr_subgroups nor a CL_DEVICE_MAX_NUM_SUB_GROUPS above 0",
                    device.name)};
  if (schedule.number("group") > 1) return {};
  return Exclusion{"sub-groups", "a work-item alone has nothing to combine"};
}

op::Dimensions reduce_space(const op::Instance& problem, const DeviceInfo& device) {
  op::Dimension groups = op::numbers("groups", {1, 2, 4, 8, 16, 32, 64});
  if (is_deterministic(problem)) groups = op::numbers("groups", {1024});
  return {op::words("finish", {"two_stage", "atomic"}),
          op::words("combine", {"tree", "subgroup"}),
          op::words("access", {"stride", "chunk"}),
          op::numbers("group", {1, 16, 32, 64, 128, 256, 512, 1024}),
          groups,
          op::numbers("items", {1, 2, 4, 8}),
          loads(problem, device)};
}

DimensionSchedule reduce_initial(const op::Instance& problem, const DeviceInfo& device) {
  const auto two_stage = [](const char* access, const char* group, const char* groups, const char* v) {
    return DimensionSchedule({{"finish", "two_stage"},
                              {"combine", "tree"},
                              {"access", access},
                              {"group", group},
                              {"groups", groups},
                              {"items", "4"},
                              {"v", v}});
  };
  if (is_deterministic(problem)) return two_stage("stride", "64", "1024", "4");
  if (device.kind == DeviceKind::cpu) return two_stage("chunk", "1", "4", "16");
  return two_stage("stride", "256", "8", "4");
}

std::optional<Exclusion> reduce_rule(const op::Instance& problem, const DeviceInfo& device,
                                     const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (is_deterministic(problem) && schedule != reduce_initial(problem, device))
    return Exclusion{"deterministic-order",
                     "what is deterministic has one order of its sums, that of the schedule that runs untuned"};
  if (schedule.number("items") > reduce_block) return Exclusion{"block-size", "a block has fewer items"};
  if (multiplies_words(schedule))
    if (auto excluded = op::extension_rule("integer-dot-product", device, "cl_khr_integer_dot_product"))
      return excluded;
  if (schedule.word("finish") == "atomic" && size_of(problem.outputs.front().type) != 4)
    return Exclusion{"atomic-width", "atomics have 32 bits"};
  return schedule.word("combine") == "subgroup" ? sub_groups_rule(device, schedule) : std::nullopt;
}

}  // namespace lenslet::ops

// What the spaces of several families have in common.
#include "op/dimensions.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace lenslet::op {

Dimension words(std::string name, std::vector<std::string> values) {
  return {std::move(name), std::move(values)};
}

Dimension numbers(std::string name, std::initializer_list<int> values) {
  Dimension dimension{std::move(name), {}};
  for (const int value : values) dimension.values.push_back(fmt::format("{}", value));
  return dimension;
}

// GPUs load 16 bytes at a time and more; CPUs have longer vectors.
Dimension vectors(const DeviceInfo& device) {
  return device.kind == DeviceKind::cpu ? numbers("v", {1, 2, 4, 8, 16}) : numbers("v", {1, 2, 4, 8});
}

std::optional<Exclusion> group_rule(std::uint64_t group, const DeviceInfo& device) {
  if (group <= device.max_group) return {};
  return Exclusion{"group-size", fmt::format("groups have at most {} work-items here", device.max_group)};
}

std::optional<Exclusion> group_rule(const DimensionSchedule& schedule, const DeviceInfo& device) {
  return group_rule(static_cast<std::uint64_t>(schedule.number("group")), device);
}

std::optional<Exclusion> only_group_rule(const Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
  return group_rule(schedule, device);
}

std::optional<Exclusion> extension_rule(std::string_view rule, const DeviceInfo& device, std::string_view extension) {
  if (std::ranges::find(device.extensions, extension) != device.extensions.end()) return {};
  return Exclusion{std::string(rule), fmt::format("{} has no {}", device.name, extension)};
}

std::string_view later_language_option(const DeviceInfo& device) {
  return device.version.starts_with("OpenCL 2") ? "-cl-std=CL2.0" : "-cl-std=CL3.0";
}

std::int64_t groups_on(const DeviceInfo& device, const DimensionSchedule& schedule) {
  return std::int64_t{schedule.number("groups")} * std::max(device.compute_units, 1);
}

std::string word_of(const std::string& dimension, const std::string& value) {
  const bool is_number = !value.empty() && std::isdigit(static_cast<unsigned char>(value.front()));
  return is_number ? dimension + value : value;
}

}  // namespace lenslet::op

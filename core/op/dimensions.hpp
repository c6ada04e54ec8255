// The choices that the schedules of an op have.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "op/axis_space.hpp"
#include "op/op.hpp"

namespace lenslet::op {

Dimension words(std::string name, std::vector<std::string> values);
Dimension numbers(std::string name, std::initializer_list<int> values);
Dimension vectors(const DeviceInfo& device);  // "v": elements per load

// Why the device cannot have groups of so many work-items; nothing where it can.
std::optional<Exclusion> group_rule(std::uint64_t group, const DeviceInfo& device);
std::optional<Exclusion> group_rule(const DimensionSchedule& schedule, const DeviceInfo& device);  // of its "group"

// The rule of an op that the size of its groups alone can keep from a device.
std::optional<Exclusion> only_group_rule(const Instance& problem, const DeviceInfo& device,
                                         const DimensionSchedule& schedule);

// By the named rule, why the device cannot have what needs the extension; nothing where it has that.
std::optional<Exclusion> extension_rule(std::string_view rule, const DeviceInfo& device, std::string_view extension);

// The compiler's option for what came after OpenCL C 1.2: sub-groups, dot products of bytes.
std::string_view later_language_option(const DeviceInfo& device);

// So many groups as the schedule's "groups" says for each compute unit.
std::int64_t groups_on(const DeviceInfo& device, const DimensionSchedule& schedule);

// The value's word in spellings: itself, or behind the dimension's name where it is a number.
std::string word_of(const std::string& dimension, const std::string& value);

// The schedules that an op's dimensions span: each dimension is an axis.

using DimensionSpace = AxisSpace<DimensionSchedule>;

// Throws invalid_argument that names the word at fault and what may stand there.
DimensionSchedule parse(const std::string& spelling, const Dimensions& space);

// Those that the op's rule lets pass on the device and whose spelling fits the pattern.
DimensionSpace dimension_space(const Op& op, const Instance& problem, const DeviceInfo& device,
                               const std::string& pattern = "*");

}  // namespace lenslet::op

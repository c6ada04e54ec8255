// Dimensions and rules of schedules that several families share.
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

// Why the device cannot have groups of `group` work-items; absent where it can.
std::optional<Exclusion> group_rule(std::uint64_t group, const DeviceInfo& device);
// The same for the schedule's "group".
std::optional<Exclusion> group_rule(const DimensionSchedule& schedule, const DeviceInfo& device);

// Why the device's compiler cannot take branches behind the barriers of such groups; absent where it can.
std::optional<Exclusion> barrier_rule(const DimensionSchedule& schedule, const DeviceInfo& device);

// An op that needs whole images and keeps alpha, with that rule. It is tuned for bytes.
Op whole_op(OpInfo info);

// Why the device cannot run what needs the extension, under the rule's name; absent where it has the extension.
std::optional<Exclusion> extension_rule(std::string_view rule, const DeviceInfo& device, std::string_view extension);

// The compiler's option for features newer than OpenCL C 1.2, such as sub-groups and dot products of bytes.
std::string_view later_language_option(const DeviceInfo& device);

// The number of groups: the schedule's "groups" times the device's compute units.
std::int64_t groups_on(const DeviceInfo& device, const DimensionSchedule& schedule);

// A value's word in spellings: the word itself, or a number behind its dimension's name.
std::string word_of(const std::string& dimension, const std::string& value);

// The schedules that an op's dimensions span. Each dimension is an axis.

using DimensionSpace = AxisSpace<DimensionSchedule>;

// Throws invalid_argument with the wrong word and the allowed ones.
DimensionSchedule parse(const std::string& spelling, const Dimensions& space);

// Throws invalid_argument for the schedule of another op, which has other dimensions.
void check_dimensions(const Dimensions& space, const DimensionSchedule& schedule);

// The schedules that the op's rule allows on the device and whose spelling fits the pattern.
DimensionSpace dimension_space(const Op& op, const Instance& problem, const DeviceInfo& device,
                               const std::string& pattern = "*");

}  // namespace lenslet::op

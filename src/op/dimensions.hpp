// The choices that the schedules of an op have.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "op/op.hpp"

namespace lenslet::op {

Dimension words(std::string name, std::vector<std::string> values);
Dimension numbers(std::string name, std::initializer_list<int> values);
Dimension vectors(const DeviceInfo& device);  // "v": elements per load

// Why the device cannot have groups of so many work-items; nothing where it can.
std::optional<Exclusion> group_rule(std::uint64_t group, const DeviceInfo& device);
std::optional<Exclusion> group_rule(const ArraySchedule& schedule, const DeviceInfo& device);  // of its "group"

// The rule of an op that the size of its groups alone can keep from a device.
std::optional<Exclusion> only_group_rule(const Instance& problem, const DeviceInfo& device,
                                         const ArraySchedule& schedule);

// The compiler's option for kernels with sub-groups, which came with OpenCL C 2.0.
std::string_view sub_groups_option(const DeviceInfo& device);

// So many groups as the schedule's "groups" says for each compute unit.
std::int64_t groups_on(const DeviceInfo& device, const ArraySchedule& schedule);

// The value's word in spellings: itself, or behind the dimension's name where it is a number.
std::string word_of(const std::string& dimension, const std::string& value);

}  // namespace lenslet::op

// The schedules that an array op has: its dimensions as axes, and what the spaces of several families have in common.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "array/op.hpp"
#include "op/axis_space.hpp"

namespace lenslet::array {

Dimension words(std::string name, std::vector<std::string> values);
Dimension numbers(std::string name, std::initializer_list<int> values);
Dimension vectors(const DeviceInfo& device);  // "v": elements per load

// Why the device cannot have groups of so many work-items; nothing where it can.
std::optional<Exclusion> group_rule(std::uint64_t group, const DeviceInfo& device);
std::optional<Exclusion> group_rule(const ArraySchedule& schedule, const DeviceInfo& device);  // of its "group"

// So many groups as the schedule's "groups" says for each compute unit.
std::int64_t groups_on(const DeviceInfo& device, const ArraySchedule& schedule);

// The value's word in spellings: itself, or behind the dimension's name where it is a number.
std::string word_of(const std::string& dimension, const std::string& value);

// Throws invalid_argument that names the word at fault and what may stand there.
ArraySchedule parse(const std::string& spelling, const Space& space);

// Those that the op's rule lets pass on the device and whose spelling fits the pattern.
op::AxisSpace<ArraySchedule> space_of(const Op& op, const Problem& problem, const DeviceInfo& device,
                                      const std::string& pattern = "*");

}  // namespace lenslet::array

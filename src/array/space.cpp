// Axes of array ops.
#include "array/space.hpp"

#include <algorithm>
#include <cctype>
#include <memory>

#include <fmt/ranges.h>

#include "names.hpp"

namespace lenslet::array {
namespace {

using Axis = op::Axis<ArraySchedule>;

bool is_number(const std::string& value) {
  return !value.empty() && std::isdigit(static_cast<unsigned char>(value.front()));
}

Axis axis_of(const Dimension& dimension) {
  const auto& [name, values] = dimension;
  std::vector<std::string> words;
  for (const std::string& value : values) words.push_back(word_of(name, value));
  Axis axis{name, is_number(values.front()) ? name + "N" : op::upper(name), fmt::format("{}", fmt::join(words, ", "))};
  for (const std::string& value : values)
    axis.add(op::Tried::always, [name, value](ArraySchedule& schedule) { schedule = schedule.with(name, value); });
  axis.word = [name](const ArraySchedule& schedule) { return word_of(name, schedule.word(name)); };
  axis.read = [words, settings = axis.searched](ArraySchedule& schedule, std::string_view word) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) return false;
    settings[static_cast<std::size_t>(found - words.begin())](schedule);
    return true;
  };
  return axis;
}

std::vector<Axis> axes_of(const Space& dimensions) {
  std::vector<Axis> axes;
  for (const Dimension& dimension : dimensions) axes.push_back(axis_of(dimension));
  return axes;
}

// The first value of each dimension.
ArraySchedule first_of(const Space& dimensions) {
  std::vector<ArraySchedule::Choice> choices;
  for (const Dimension& dimension : dimensions) choices.emplace_back(dimension.name, dimension.values.front());
  return ArraySchedule(std::move(choices));
}

// A dimension's values stand with the plainest first.
bool is_simpler(const ArraySchedule& a, const ArraySchedule& b, const Space& dimensions) {
  const auto places = [&dimensions](const ArraySchedule& schedule) {
    std::vector<std::ptrdiff_t> result;
    for (const Dimension& dimension : dimensions)
      result.push_back(std::ranges::find(dimension.values, schedule.word(dimension.name)) - dimension.values.begin());
    return result;
  };
  return places(a) < places(b);
}

}  // namespace

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

std::optional<Exclusion> group_rule(const ArraySchedule& schedule, const DeviceInfo& device) {
  return group_rule(static_cast<std::uint64_t>(schedule.number("group")), device);
}

std::int64_t groups_on(const DeviceInfo& device, const ArraySchedule& schedule) {
  return std::int64_t{schedule.number("groups")} * std::max(device.compute_units, 1);
}

std::string word_of(const std::string& dimension, const std::string& value) {
  return is_number(value) ? dimension + value : value;
}

ArraySchedule parse(const std::string& spelling, const Space& space) {
  return op::parse(spelling, axes_of(space), first_of(space));
}

op::AxisSpace<ArraySchedule> space_of(const Op& op, const Problem& problem, const DeviceInfo& device,
                                      const std::string& pattern) {
  const Space dimensions = op.space(problem, device);
  return {first_of(dimensions),
          std::make_shared<const std::vector<Axis>>(axes_of(dimensions)),
          {[&op, problem, device, pattern](const ArraySchedule& schedule) {
             return fits_pattern(pattern, to_string(schedule)) && !excluded(op, problem, device, schedule);
           },
           [dimensions](const ArraySchedule& a, const ArraySchedule& b) { return is_simpler(a, b, dimensions); }}};
}

}  // namespace lenslet::array

// What the schedules of several families share.
#include "op/dimensions.hpp"

#include <algorithm>
#include <cctype>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "ocl/driver_limits.hpp"

namespace lenslet::op {

Dimension words(std::string name, std::vector<std::string> values) {
  return {std::move(name), std::move(values)};
}

Dimension numbers(std::string name, std::initializer_list<int> values) {
  Dimension dimension{std::move(name), {}};
  for (const int value : values) dimension.values.push_back(fmt::format("{}", value));
  return dimension;
}

// Only CPUs get the longest vectors: a GPU's work-item usually loads at most 16 bytes at a time.
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

std::optional<Exclusion> barrier_rule(const DimensionSchedule& schedule, const DeviceInfo& device) {
  if (schedule.number("group") == 1 || !ocl::crashes_in_branches_behind_barriers(device)) return {};
  return Exclusion{"barriers", "this driver's compiler crashes in groups of more than one work-item"};
}

Op whole_op(OpInfo info) {
  Op op;
  op.info = std::move(info);
  op.whole = true;
  op.alphas = {Alpha::keep};
  op.rule = [](const Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return group_rule(schedule, device);
  };
  op.typical.type = SampleType::u8;
  return op;
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

namespace {

Axis<DimensionSchedule> axis_of(const Dimension& dimension) {
  const std::string& name = dimension.name;
  const std::vector<std::string>& values = dimension.values;
  std::vector<std::string> words;
  for (const std::string& value : values) words.push_back(word_of(name, value));
  const bool are_numbers = words.front() != values.front();
  Axis<DimensionSchedule> axis{name, are_numbers ? name + "N" : upper(name), fmt::format("{}", fmt::join(words, ", "))};
  for (const std::string& value : values)
    axis.add(Tried::always, [name, value](DimensionSchedule& schedule) { schedule = schedule.with(name, value); });
  axis.word = [name](const DimensionSchedule& schedule) { return word_of(name, schedule.word(name)); };
  axis.read = [words, settings = axis.searched](DimensionSchedule& schedule, std::string_view word) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) return false;
    settings[static_cast<std::size_t>(found - words.begin())](schedule);
    return true;
  };
  return axis;
}

std::vector<Axis<DimensionSchedule>> axes_of(const Dimensions& dimensions) {
  std::vector<Axis<DimensionSchedule>> axes;
  for (const Dimension& dimension : dimensions) axes.push_back(axis_of(dimension));
  return axes;
}

// The first value of each dimension.
DimensionSchedule first_of(const Dimensions& dimensions) {
  std::vector<DimensionSchedule::Chosen> choices;
  for (const Dimension& dimension : dimensions) choices.emplace_back(dimension.name, dimension.values.front());
  return DimensionSchedule(std::move(choices));
}

// Tells whether the schedule chooses a value of each dimension. A schedule of another op does not.
bool is_of(const Dimensions& dimensions, const DimensionSchedule& schedule) {
  return std::ranges::equal(
      dimensions, schedule.choices(), [](const Dimension& dimension, const DimensionSchedule::Chosen& chosen) {
        return dimension.name == chosen.first && std::ranges::count(dimension.values, chosen.second) > 0;
      });
}

// The values of a dimension are in order, the plainest first.
bool is_simpler(const DimensionSchedule& a, const DimensionSchedule& b, const Dimensions& dimensions) {
  const auto places = [&dimensions](const DimensionSchedule& schedule) {
    std::vector<std::ptrdiff_t> result;
    for (const Dimension& dimension : dimensions)
      result.push_back(std::ranges::find(dimension.values, schedule.word(dimension.name)) - dimension.values.begin());
    return result;
  };
  return places(a) < places(b);
}

}  // namespace

DimensionSchedule parse(const std::string& spelling, const Dimensions& space) {
  return parse(spelling, axes_of(space), first_of(space));
}

void check_dimensions(const Dimensions& space, const DimensionSchedule& schedule) {
  const auto is_same = [](const Dimension& dimension, const DimensionSchedule::Chosen& chosen) {
    return dimension.name == chosen.first;
  };
  if (!std::ranges::equal(space, schedule.choices(), is_same))
    throw Error(ErrorKind::invalid_argument, fmt::format("schedule '{}' is one of another op", to_string(schedule)));
}

DimensionSpace dimension_space(const Op& op, const Instance& problem, const DeviceInfo& device,
                               const std::string& pattern) {
  const Dimensions dimensions = op.space(problem, device);
  return {
      first_of(dimensions),
      std::make_shared<const std::vector<Axis<DimensionSchedule>>>(axes_of(dimensions)),
      {[rule = op.rule, problem, device, dimensions](const DimensionSchedule& schedule) {
         return is_of(dimensions, schedule) && !(rule && rule(problem, device, schedule));
       },
       [dimensions](const DimensionSchedule& a, const DimensionSchedule& b) { return is_simpler(a, b, dimensions); },
       pattern}};
}

}  // namespace lenslet::op

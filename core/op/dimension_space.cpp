// An op's dimensions as axes.
#include "op/dimension_space.hpp"

#include <algorithm>
#include <memory>

#include <fmt/ranges.h>

#include "op/dimensions.hpp"

namespace lenslet::op {
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

// A dimension's values stand with the plainest first.
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

DimensionSpace dimension_space(const Op& op, const Instance& problem, const DeviceInfo& device,
                               const std::string& pattern) {
  const Dimensions dimensions = op.space(problem, device);
  return {
      first_of(dimensions),
      std::make_shared<const std::vector<Axis<DimensionSchedule>>>(axes_of(dimensions)),
      {[&op, problem, device](const DimensionSchedule& schedule) { return !excluded(op, problem, device, schedule); },
       [dimensions](const DimensionSchedule& a, const DimensionSchedule& b) { return is_simpler(a, b, dimensions); },
       pattern}};
}

}  // namespace lenslet::op

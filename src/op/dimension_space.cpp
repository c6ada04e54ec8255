// An op's dimensions as axes.
#include "op/dimension_space.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include <lenslet/error.hpp>

#include "names.hpp"
#include "op/dimensions.hpp"

namespace lenslet::op {
namespace {

using Axes = AxisSpace<ArraySchedule>::Axes;

Axes axes_of(const Dimensions& dimensions) {
  std::vector<AxisOf<ArraySchedule>> axes;
  for (const Dimension& dimension : dimensions) {
    auto& axis = axes.emplace_back(dimension.name);
    for (const std::string& value : dimension.values)
      axis.searched.push_back(
          [name = dimension.name, value](ArraySchedule& schedule) { schedule = schedule.with(name, value); });
  }
  return std::make_shared<const std::vector<AxisOf<ArraySchedule>>>(std::move(axes));
}

std::optional<ArraySchedule> parsed(const std::string& spelling, const Dimensions& dimensions) {
  try {
    return op::parse(spelling, dimensions);
  } catch (const Error&) {
    return {};
  }
}

// A dimension's values stand with the plainest first.
bool is_simpler(const ArraySchedule& a, const ArraySchedule& b, const Dimensions& dimensions) {
  const auto places = [&dimensions](const ArraySchedule& schedule) {
    std::vector<std::ptrdiff_t> result;
    for (const Dimension& dimension : dimensions)
      result.push_back(std::ranges::find(dimension.values, schedule.word(dimension.name)) - dimension.values.begin());
    return result;
  };
  return places(a) < places(b);
}

}  // namespace

DimensionSpace dimension_space(const Op& op, const Instance& problem, const DeviceInfo& device,
                               const std::string& pattern) {
  const Dimensions dimensions = op.space(problem, device);
  const auto possible = [&op, problem, device, pattern](const ArraySchedule& schedule) {
    return fits_pattern(pattern, to_string(schedule)) && !op::excluded(op, problem, device, schedule);
  };
  return {{first_of(dimensions), axes_of(dimensions), possible},
          {[dimensions](const std::string& spelling) { return parsed(spelling, dimensions); },
           [dimensions](const ArraySchedule& a, const ArraySchedule& b) { return is_simpler(a, b, dimensions); }}};
}

}  // namespace lenslet::op

// Adds cases so that each value of each axis of schedules occurs.
#include "op/cases.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>

#include "op/covering.hpp"
#include "op/op_problem.hpp"

namespace lenslet::op {
namespace {

std::int64_t samples_in(const Array& array) {
  return array.count();
}
std::int64_t samples_in(const Image& image) {
  return image.width() * image.height() * image.format().channels;
}

std::int64_t count_of(const Case& one) {
  return std::visit([](const auto& value) { return samples_in(value); }, one.inputs.front());
}

std::vector<ValueType> types_of_inputs(const Case& one) {
  std::vector<ValueType> types;
  for (const HostValue& input : one.inputs) types.push_back(type_of(input));
  return types;
}

// What schedules may depend on: the element type and number of sides, or the pixels' format.
std::string kind_of(const ValueType& type) {
  if (const auto* array = std::get_if<ArrayType>(&type))
    return fmt::format("{} {}", name_of(array->type), array->shape.size());
  return to_string(std::get<ImageType>(type).format);
}

// The case with most elements, preferring cases of at most `most` elements, then f32.
const Case& longest(const std::vector<Case>& cases, std::int64_t most) {
  const auto weight = [most](const Case& one) {
    const std::int64_t count = count_of(one);
    return std::tuple(count <= most, kind_of(type_of(one.inputs.front())).starts_with("f32"), count);
  };
  return *std::ranges::max_element(cases, {}, weight);
}

std::string text_of_arguments(const Call& call) {
  std::string text;
  for (const auto& [name, value] : call.arguments) text += fmt::format("{}={}\n", name, value_text(value));
  return text;
}

// The longest case of each call, type and number of sides, because some schedules are only for some of these.
std::vector<Case> longest_of_each(const std::vector<Case>& cases) {
  std::map<std::pair<std::string, std::string>, const Case*> found;
  for (const Case& one : cases) {
    const Case*& best = found[{text_of_arguments(one.call), kind_of(type_of(one.inputs.front()))}];
    if (!best || count_of(*best) < count_of(one)) best = &one;
  }
  std::vector<Case> result;
  for (const auto& [key, one] : found) result.push_back(*one);
  return result;
}

VerifyCase case_of(const Case& one, const std::string& schedule = {}) {
  OpOptions options = one.options;
  options.schedule = schedule;
  options.tune = Tune::off;
  return {.work = {one.call, types_of_inputs(one), options}, .what = one.what, .values = one.inputs};
}

// Regions run for each case of an op of images; with effort 0 only for every fourth case.
std::vector<VerifyCase> with_regions(const Op& op, std::vector<VerifyCase> cases, int effort) {
  const std::size_t step = effort == 0 ? 4 : 1;
  for (std::size_t i = 0; !op.info.of_arrays() && !op.whole && i < cases.size(); i += step) cases[i].regions = true;
  return cases;
}

// Cases whose calls have the full name, which no other op has.
std::vector<Case> named_cases(const Op& op, int effort) {
  std::vector<Case> cases = op.cases(effort);
  for (Case& one : cases) one.call.op = full_name(op.info);
  return cases;
}

// Lists each axis alone, because each value of an axis must occur, but not each combination of values.
std::vector<std::vector<int>> single_axes(std::size_t axes) {
  std::vector<std::vector<int>> result;
  for (std::size_t axis = 0; axis < axes; ++axis) result.push_back({static_cast<int>(axis)});
  return result;
}

// Adds the schedule's words with their places. Returns whether any is new.
bool add_words(const std::string& schedule, std::set<std::string>& seen) {
  bool fresh = false;
  std::istringstream words(schedule);
  int place = 0;
  for (std::string word; std::getline(words, word, '.'); ++place)
    fresh |= seen.insert(fmt::format("{} {}", place, word)).second;
  return fresh;
}

// Schedules with each value of each axis that is not among those `seen`.
std::vector<std::string> covering(const Space& space, std::set<std::string>& seen) {
  const std::vector<int> values = space.values();
  const auto possible = [&](const Row& row) { return space.at(row).has_value(); };
  std::vector<std::string> chosen;
  for (const Row& row : covering_rows({values, single_axes(values.size()), possible})) {
    const std::string schedule = space.at(row)->spelling();
    if (add_words(schedule, seen)) chosen.push_back(schedule);
  }
  return chosen;
}

auto space_of(const Op& op, const Case& base, const DeviceInfo& device) {
  return make_op_problem(held(op), case_of(base).work)->space(device);
}

// The cases untuned, and the longest of each kind with each value of each axis of schedules.
std::vector<VerifyCase> cases_that_cover(const Op& op, const DeviceInfo& device, const std::vector<Case>& bases) {
  std::vector<VerifyCase> cases;
  for (const Case& one : bases) cases.push_back(case_of(one));
  if (cases.empty()) return cases;
  std::set<std::string> seen;
  const auto add_few = [&](const Case& base) {
    for (const std::string& schedule : covering(*space_of(op, base, device), seen))
      cases.push_back(case_of(base, schedule));
  };
  add_few(longest(bases, std::numeric_limits<std::int64_t>::max()));
  for (const Case& other : longest_of_each(bases)) add_few(other);
  return cases;
}

}  // namespace

std::vector<VerifyCase> untuned_cases(const Op& op, int effort) {
  std::vector<VerifyCase> cases;
  for (const Case& one : named_cases(op, effort)) cases.push_back(case_of(one));
  return cases;
}

std::vector<VerifyCase> cases_of(const Op& op, const DeviceInfo& device, int effort) {
  const std::vector<Case> bases = named_cases(op, effort);
  std::vector<VerifyCase> cases = cases_that_cover(op, device, bases);
  constexpr std::int64_t few = 5000;
  if (effort >= 2 && !bases.empty()) {
    const Case& small = longest(bases, few);
    space_of(op, small, device)->each([&](const AnySchedule& schedule) {
      cases.push_back(case_of(small, schedule.spelling()));
      return true;
    });
  }
  return with_regions(op, std::move(cases), effort);
}

std::vector<VerifyCase> cases_of_shared_schedules(const Op& op, const DeviceInfo& device, int effort) {
  if (effort < 2) return untuned_cases(op, effort);
  return with_regions(op, cases_that_cover(op, device, named_cases(op, effort)), effort);
}

}  // namespace lenslet::op

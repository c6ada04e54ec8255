// Which cases prove an op of arrays: what its family says, then few of them with other schedules.
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

#include "array/op.hpp"
#include "session/problem.hpp"
#include "tune/cases.hpp"
#include "tune/covering.hpp"

namespace lenslet {
namespace {

// The longest of the cases that are f32, or what the op has instead; of those up to `most` elements where there are
// any.
const array::Case& longest(const std::vector<array::Case>& cases, std::int64_t most) {
  const auto weight = [most](const array::Case& one) {
    const ArrayType& type = one.inputs.front().type();
    return std::tuple(type.count() <= most, type.type == ElementType::f32, type.count());
  };
  return *std::ranges::max_element(cases, {}, weight);
}

// The longest of each call, type and number of sides: some schedules are only for some of them.
std::vector<array::Case> longest_of_each(const std::vector<array::Case>& cases) {
  std::map<std::tuple<decltype(Call::arguments), ElementType, std::size_t>, const array::Case*> found;
  for (const array::Case& one : cases) {
    const ArrayType& type = one.inputs.front().type();
    const array::Case*& best = found[{one.call.arguments, type.type, type.shape.size()}];
    if (!best || best->inputs.front().count() < type.count()) best = &one;
  }
  std::vector<array::Case> result;
  for (const auto& [key, one] : found) result.push_back(*one);
  return result;
}

VerifyCase case_of(const array::Case& one, const std::string& schedule = {}) {
  Work work = array_work(one.call, types_of(one.inputs), schedule);
  work.options.tune = Tune::off;
  return {.work = std::move(work), .what = one.what, .arrays = one.inputs};
}

// Each value of each axis.
std::vector<std::vector<int>> single_axes(std::size_t axes) {
  std::vector<std::vector<int>> result;
  for (std::size_t axis = 0; axis < axes; ++axis) result.push_back({static_cast<int>(axis)});
  return result;
}

// Whether one of the schedule's words, in its place, is new.
bool add_words(const std::string& schedule, std::set<std::string>& seen) {
  bool fresh = false;
  std::istringstream words(schedule);
  int place = 0;
  for (std::string word; std::getline(words, word, '.'); ++place)
    fresh |= seen.insert(fmt::format("{} {}", place, word)).second;
  return fresh;
}

// Schedules that meet each value of each axis which is not among those that were `seen`.
std::vector<std::string> covering(const op::Space& space, std::set<std::string>& seen) {
  const std::vector<int> values = space.values();
  const auto possible = [&](const Row& row) { return space.at(row).has_value(); };
  std::vector<std::string> chosen;
  for (const Row& row : covering_rows({values, single_axes(values.size()), possible})) {
    const std::string schedule = *space.at(row);
    if (add_words(schedule, seen)) chosen.push_back(schedule);
  }
  return chosen;
}

}  // namespace

std::vector<VerifyCase> array_cases(const DeviceInfo& device, std::string_view op, int effort) {
  std::vector<array::Case> bases = array::find(op).cases(effort);
  std::vector<VerifyCase> cases;
  for (array::Case& one : bases) {
    one.call.op = std::string(op);
    cases.push_back(case_of(one));
  }
  if (cases.empty()) return cases;
  std::set<std::string> seen;
  const auto space_of = [&](const array::Case& base) { return make_problem(case_of(base).work)->space(device); };
  const auto add_few = [&](const array::Case& base) {
    for (const std::string& schedule : covering(*space_of(base), seen)) cases.push_back(case_of(base, schedule));
  };
  constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max(), few = 5000;
  add_few(longest(bases, any));
  for (const array::Case& other : longest_of_each(bases)) add_few(other);
  if (effort < 2) return cases;
  const array::Case& small = longest(bases, few);
  space_of(small)->each([&](const std::string& schedule) {
    cases.push_back(case_of(small, schedule));
    return true;
  });
  return cases;
}

}  // namespace lenslet

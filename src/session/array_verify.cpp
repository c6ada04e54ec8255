// Proof of array ops: what a schedule computes, with a guard behind each output, beside the op's plain reference.
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include <lenslet/array_op.hpp>

#include "session/array_plan.hpp"
#include "tune/outcome.hpp"

namespace lenslet {
namespace {

std::optional<std::string> fault(const Session& session, const array::Op& op, const ArrayPlan& plan,
                                 const ArrayCase& request, const array::Problem& problem) {
  std::vector<DeviceArray> inputs;
  for (const Array& input : request.inputs) inputs.push_back(upload(session, input));
  const GuardedResult result = run_guarded(session, plan, inputs);
  if (!result.damage.empty()) return result.damage;
  return op.fault(problem, request.inputs, result.outputs);
}

// So many that each word is among them or was `seen`.
std::vector<std::string> covering(const std::vector<std::string>& schedules, std::set<std::string>& seen) {
  std::vector<std::string> chosen;
  constexpr std::size_t stride = 7919;  // a prime, so that neighbours differ in many words
  for (std::size_t i = 0; i < schedules.size(); ++i) {
    const std::string& schedule = schedules[i * stride % schedules.size()];
    bool fresh = false;
    for (std::size_t begin = 0, place = 0; begin <= schedule.size(); ++place) {
      const std::size_t end = std::min(schedule.find('.', begin), schedule.size());
      fresh |= seen.insert(fmt::format("{} {}", place, schedule.substr(begin, end - begin))).second;
      begin = end + 1;
    }
    if (fresh) chosen.push_back(schedule);
  }
  return chosen;
}

// The longest of the cases that are f32, or what the op has instead; of those up to `most` elements where there are
// any.
const ArrayCase& longest(const std::vector<ArrayCase>& cases, std::int64_t most) {
  const auto weight = [most](const ArrayCase& one) {
    const ArrayType& type = one.inputs.front().type();
    return std::tuple(type.count() <= most, type.type == ElementType::f32, type.count());
  };
  return *std::ranges::max_element(cases, {}, weight);
}

// The longest of each call, type and number of sides: some schedules are only for some of them.
std::vector<ArrayCase> longest_of_each(const std::vector<ArrayCase>& cases) {
  std::map<std::tuple<decltype(Call::arguments), ElementType, std::size_t>, const ArrayCase*> found;
  for (const ArrayCase& one : cases) {
    const ArrayType& type = one.inputs.front().type();
    const ArrayCase*& best = found[{one.call.arguments, type.type, type.shape.size()}];
    if (!best || best->inputs.front().count() < type.count()) best = &one;
  }
  std::vector<ArrayCase> result;
  for (const auto& [key, one] : found) result.push_back(*one);
  return result;
}

}  // namespace

std::vector<ArrayCase> array_cases(const Session& session, std::string_view op, int effort) {
  std::vector<ArrayCase> cases = array::find(op).cases(effort);
  for (ArrayCase& one : cases) one.call.op = std::string(op);
  if (cases.empty()) return cases;
  std::set<std::string> seen;
  const auto add = [&](const ArrayCase& base, bool every) {
    const std::vector<std::string> all = array_schedules(session, base.call, types_of(base.inputs));
    for (const std::string& schedule : every ? all : covering(all, seen)) {
      cases.push_back(base);
      cases.back().schedule = schedule;
    }
  };
  constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max(), few = 5000;
  const ArrayCase largest = longest(cases, any), small = longest(cases, few);
  const std::vector<ArrayCase> others = longest_of_each(cases);
  add(largest, false);
  for (const ArrayCase& other : others) add(other, false);
  if (effort > 1) add(small, true);
  return cases;
}

ArrayVerdict verify_array(const Session& session, const ArrayCase& request) {
  const array::Op& op = array::find(request.call.op);
  try {
    const std::vector<ArrayType> types = types_of(request.inputs);
    const array::Problem problem = array::problem_of(op, request.call, types);
    const ArrayPlan plan(session, request.call, types, {.schedule = request.schedule, .tune = Tune::off});
    const auto wrong = fault(session, op, plan, request, problem);
    return wrong ? ArrayVerdict{Outcome::wrong, *wrong} : ArrayVerdict{Outcome::correct, {}};
  } catch (const Error& error) {
    return {outcome_of(error), error.what() + (error.detail().empty() ? "" : "\n" + error.detail())};
  }
}

}  // namespace lenslet

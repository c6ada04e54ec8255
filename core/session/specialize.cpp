// Chooses a plan's programs: special ones, with the op's parameters in their code, or general ones, which are compiled
// once.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "names.hpp"
#include "session/choose.hpp"
#include "session/plan.hpp"
#include "session/quarantine.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

// Estimates for CPUs: f32 operations of one compute unit in a second, and bytes that all units together read and write
// in a second.
constexpr double operations_of_unit = 2e10;
constexpr double bytes_of_device = 1e10;

constexpr double seconds_to_compile_general = 1;

// A program that pays within this number of runs is worth compiling while nobody waits for it.
constexpr double runs_to_come = 100;

struct NotCompiled {};  // a program is neither in memory nor on disk

// The time of a run with the special program.
double seconds_of(const op::Problem& problem, const DeviceInfo& device) {
  const op::Effort effort = problem.effort();
  return std::max(effort.operations / (operations_of_unit * std::max(device.compute_units, 1)),
                  static_cast<double>(effort.bytes) / bytes_of_device);
}

// The special program, then the general ones. The last general one would be compiled anyway.
std::vector<op::Choice> candidates(const op::Choice& special, const std::vector<op::Choice>& general) {
  std::vector<op::Choice> all{special};
  all.front().cost = {0, general.front().cost.seconds_to_compile};
  for (op::Choice choice : general) {
    choice.origin = special.origin;
    choice.cost.seconds_to_compile = seconds_to_compile_general;
    choice.reason +=
        fmt::format("; {} has yet to be compiled for these: {}", special.schedule.spelling(), special.reason);
    all.push_back(std::move(choice));
  }
  all.back().cost.seconds_to_compile = 0;
  return all;
}

// The choice for which compilation and a run together take the least time. `seconds` is the time of a run with the
// special program.
std::size_t cheapest(const std::vector<op::Choice>& choices, double seconds) {
  const auto cost = [seconds](const op::Choice& choice) {
    return choice.cost.seconds_to_compile + seconds * choice.cost.loss;
  };
  return static_cast<std::size_t>(std::ranges::min_element(choices, {}, cost) - choices.begin());
}

// Makes a plan of programs that are compiled already.
std::optional<Plan> compiled_plan(const Session& session, const op::ProblemPtr& problem, const op::Choice& choice,
                                  const std::string& better) {
  const op::Build find = [&](const std::string& source, const std::string& options) {
    if (auto found = state_of(session).find(source, options)) return *std::move(found);
    throw NotCompiled();
  };
  try {
    return make_plan(session, problem, choice, find, better);
  } catch (const NotCompiled&) {
    return {};
  }
}

Plan plan_for(const Session& session, const op::ProblemPtr& problem) {
  const op::Choice special = choose(session, *problem);
  const Specialize mode = problem->work().options.specialize.value_or(Specialize::always);
  const bool asked = special.origin == Origin::forced || mode == Specialize::always;
  const bool bundled = special.origin == Origin::bundle;  // the bundle has the special program, general ones, or both
  const bool tuned = special.origin != Origin::device_class && !bundled && mode == Specialize::cached;
  if (asked || tuned) return make_plan(session, problem, special);
  const std::vector<op::Choice> general = problem->general(special.schedule, session.device());
  if (general.empty()) return make_plan(session, problem, special);
  const std::vector<op::Choice> choices = candidates(special, general);
  if (mode == Specialize::off) return make_plan(session, problem, choices[1]);
  const double seconds = static_cast<double>(problem->work().options.runs) * seconds_of(*problem, session.device());
  const std::size_t now = cheapest(choices, seconds), later = cheapest(choices, seconds * runs_to_come);
  const auto better = [&](std::size_t than) {
    return later < than && !bundled ? choices[later].schedule.spelling() : "";
  };
  for (std::size_t i = 0; i < now; ++i)
    if (auto ready = compiled_plan(session, problem, choices[i], better(i))) return *std::move(ready);
  return make_plan(session, problem, choices[now], {}, better(now));
}

}  // namespace

Plan plan_of(const Session& session, const op::ProblemPtr& problem) {
  Plan plan = plan_for(session, problem);
  refuse_quarantined(plan);
  return plan;
}

std::string_view name_of(Specialize specialize) {
  constexpr std::string_view names[] = {"off", "cached", "always"};
  return names[static_cast<std::size_t>(specialize)];
}

Specialize parse_specialize(std::string_view word) {
  return parse_name("unknown way to specialize", word, specialize_modes);
}

}  // namespace lenslet

// Chooses what a plan gets: its schedule, by the order of precedence, then its programs. These are special ones, with
// the op's parameters in their code, or general ones, which are compiled once. Refuses what is quarantined.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/quarantine.hpp>

#include "joined.hpp"
#include "names.hpp"
#include "ocl/compiler_watch.hpp"
#include "session/plan.hpp"
#include "session/state.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

constexpr double automatic_budget_seconds = 5;

op::Choice forced(const op::Problem& problem, const DeviceInfo& device) {
  op::AnySchedule schedule = problem.parse_schedule(problem.work().options.schedule, device);
  if (const auto exclusion = problem.excluded(schedule, device))
    throw Error(ErrorKind::unsupported, fmt::format("schedule {} is excluded by the rule '{}': {}", schedule.spelling(),
                                                    exclusion->rule, exclusion->reason));
  return {std::move(schedule), "forced by the caller", Origin::forced};
}

// Returns the fastest schedule that is stored for the problem or for a near one. With Tune::automatic, a problem
// without a stored schedule is tuned first. Where all candidates failed, nothing is stored, and the next plan tunes
// again.
std::optional<op::Choice> stored(const Session& session, const op::Problem& problem) {
  const Tune mode = problem.work().options.tune;
  if (mode == Tune::off) return {};
  store::Store& store = state_of(session).store;
  std::optional<op::Choice> choice = store.choice(problem, session.device());
  if (mode == Tune::automatic && (!choice || choice->origin != Origin::exact)) {
    joined().tune(session, problem.work(), automatic_budget_seconds);
    choice = store.choice(problem, session.device());
  }
  return choice;
}

std::optional<op::Choice> bundled(const Session& session, const op::Problem& problem) {
  const auto& bundle = state_of(session).bundle;
  if (!bundle || problem.work().options.tune == Tune::off) return {};
  return bundle->choice(problem, session.device());
}

}  // namespace

op::Choice choose(const Session& session, const op::Problem& problem) {
  if (!problem.work().options.schedule.empty()) return forced(problem, session.device());
  if (auto compiled = bundled(session, problem)) return *std::move(compiled);
  if (auto known = stored(session, problem)) return *std::move(known);
  return problem.untuned(session.device());
}

namespace {

// Estimates for CPUs: f32 operations of one compute unit in a second, and bytes that all units together read and write
// in a second.
constexpr double operations_of_unit = 2e10;
constexpr double bytes_of_device = 1e10;

constexpr double seconds_to_compile_general = 1;

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

// Makes a plan of programs that are compiled already. Null where one is not.
ReadyPlanPtr compiled_plan(const Session& session, const op::ProblemPtr& problem, const op::Choice& choice,
                           const std::optional<BetterChoice>& better) {
  const op::Build find = [&](const std::string& source, const std::string& options) {
    if (auto found = state_of(session).find(source, options)) return *std::move(found);
    throw NotCompiled();
  };
  try {
    return make_ready(session, problem, choice, find, better);
  } catch (const NotCompiled&) {
    return {};
  }
}

// The number of runs after which `choice` has saved what it costs, compared with `now`. `seconds` is the time of a run
// with the special program.
double runs_until_better(const op::Choice& choice, const op::Choice& now, double seconds) {
  return choice.cost.seconds_to_compile / std::max(seconds * (now.cost.loss - choice.cost.loss), 1e-12);
}

ReadyPlanPtr plan_for(const Session& session, const op::ProblemPtr& problem) {
  const op::Choice special = choose(session, *problem);
  const Specialize mode = problem->work().options.specialize.value_or(Specialize::always);
  const bool asked = special.origin == Origin::forced || mode == Specialize::always;
  const bool bundled = special.origin == Origin::bundle;  // the bundle has the special program, general ones, or both
  const bool tuned = special.origin != Origin::device_class && !bundled && mode == Specialize::cached;
  if (asked || tuned) return make_ready(session, problem, special);
  const std::vector<op::Choice> general = problem->general(special.schedule, session.device());
  if (general.empty()) return make_ready(session, problem, special);
  const std::vector<op::Choice> choices = candidates(special, general);
  if (mode == Specialize::off) return make_ready(session, problem, choices[1]);
  const double of_run = seconds_of(*problem, session.device());
  const double seconds = static_cast<double>(problem->work().options.runs) * of_run;
  const std::size_t now = cheapest(choices, seconds), later = cheapest(choices, seconds * runs_to_come);
  const auto better = [&](std::size_t than) -> std::optional<BetterChoice> {
    if (than == 0 || bundled) return {};
    const op::Choice& choice = choices[later < than ? later : 0];
    return BetterChoice{choice, runs_until_better(choice, choices[than], of_run), later < than};
  };
  for (std::size_t i = 0; i < now; ++i)
    if (auto ready = compiled_plan(session, problem, choices[i], better(i))) return ready;
  return make_ready(session, problem, choices[now], {}, better(now));
}

store::Key key_of(const Session& session, const ReadyPlan& plan) {
  return store::key_of(*plan.problem, session.device());
}

// Throws unsupported where the plan is of a user's op and its schedule is quarantined and not forced. The library's own
// ops always end: a schedule that was quarantined as too slow still gives a result.
void refuse_quarantined(const Session& session, const ReadyPlan& plan) {
  if (plan.choice.origin == Origin::forced || !plan.problem->is_of_user()) return;
  const std::string& schedule = plan.choice.schedule.spelling();
  const auto why = state_of(session).store.why_quarantined(key_of(session, plan), schedule);
  if (!why) return;
  throw Error(ErrorKind::unsupported,
              fmt::format("{}: its schedule {} is quarantined on {}: {}; allowed: another text of the op, a forced "
                          "schedule, or this one once its tuning results are cleared",
                          system::shown_name(plan.problem->work().call.op), schedule, session.device().name,
                          why->empty() ? "it was wrong or hung" : *why));
}

}  // namespace

ReadyPlanPtr ready_for(const Session& session, const op::ProblemPtr& problem) {
  ReadyPlanPtr plan = plan_for(session, problem);
  refuse_quarantined(session, *plan);
  return plan;
}

Plan plan_of(const Session& session, const op::ProblemPtr& problem) {
  return plan_in(session, ready_for(session, problem));
}

// Quarantined schedules are kept in the tuning store, with the reason.
void quarantine(const Plan& plan, const std::string& why) {
  const Session& session = internal::Access::state(plan).session;
  const ReadyPlanPtr ran = launched_last(plan);
  state_of(session).store.add(key_of(session, *ran), {ran->choice.schedule.spelling(), Outcome::timeout, {}, why});
}

bool is_compiling(const Session& session) {
  return ocl::compiles(state_of(session).queue);
}

std::string_view name_of(Tune tune) {
  constexpr std::string_view names[] = {"off", "cached", "auto"};
  return names[static_cast<std::size_t>(tune)];
}

Tune parse_tune(std::string_view word) {
  return parse_name("unknown way to tune", word, tune_modes);
}

std::string_view name_of(Origin origin) {
  constexpr std::string_view names[] = {"forced",       "exact",        "nearest size", "other driver",
                                        "architecture", "device class", "bundle"};
  return names[static_cast<std::size_t>(origin)];
}

std::string_view name_of(Specialize specialize) {
  constexpr std::string_view names[] = {"off", "cached", "always"};
  return names[static_cast<std::size_t>(specialize)];
}

Specialize parse_specialize(std::string_view word) {
  return parse_name("unknown way to specialize", word, specialize_modes);
}

}  // namespace lenslet

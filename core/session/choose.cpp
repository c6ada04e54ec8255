// Chooses a plan's schedule, by the order of precedence.
#include "session/choose.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "joined.hpp"
#include "names.hpp"
#include "session/state.hpp"

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

}  // namespace lenslet

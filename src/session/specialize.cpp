// Which programs a plan gets: those with the op's parameters in their code, or general ones, which are compiled once.
#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "names.hpp"
#include "session/choose.hpp"
#include "session/plan.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

// What a general program loses, as a share of the special one's time, and what compiling the special one takes: both
// measured on CPUs.
constexpr double loss = 0.3;
constexpr double seconds_of_compiling = 3;

constexpr double operations_of_unit = 5e9;  // of f32, that a compute unit makes in a second

// Programs that would pay within so many runs are worth compiling when nobody waits for them.
constexpr double runs_to_come = 100;

struct NotCompiled {};  // a program is neither in memory nor on disk

bool pays(const op::Problem& problem, const DeviceInfo& device, double runs) {
  const double seconds = problem.effort().operations / (operations_of_unit * std::max(device.compute_units, 1));
  return runs * seconds * loss > seconds_of_compiling;
}

// Makes a plan of programs that have been compiled before.
std::optional<Plan> compiled_plan(const Session& session, const op::ProblemPtr& problem, const op::Choice& choice) {
  const op::Build find = [&](const std::string& source, const std::string& options) {
    if (auto found = state_of(session).find(source, options)) return *std::move(found);
    throw NotCompiled();
  };
  try {
    return make_plan(session, problem, choice, find);
  } catch (const NotCompiled&) {
    return {};
  }
}

}  // namespace

Plan plan_of(const Session& session, const op::ProblemPtr& problem) {
  const op::Choice special = choose(session, *problem);
  const Specialize mode = problem->work().options.specialize.value_or(Specialize::always);
  const bool asked = special.origin == Origin::forced || mode == Specialize::always;
  const bool tuned = special.origin != Origin::device_class && mode == Specialize::cached;
  if (asked || tuned) return make_plan(session, problem, special);
  auto general = problem->general(special.schedule, session.device());
  if (!general) return make_plan(session, problem, special);
  general->origin = special.origin;
  if (mode == Specialize::off) return make_plan(session, problem, *general);
  const auto runs = static_cast<double>(problem->work().options.runs);
  if (pays(*problem, session.device(), runs)) return make_plan(session, problem, special);
  if (auto ready = compiled_plan(session, problem, special)) return *std::move(ready);
  general->reason += fmt::format("; {} has yet to be compiled for these: {}", special.schedule, special.reason);
  const bool later = pays(*problem, session.device(), runs * runs_to_come);
  return make_plan(session, problem, *general, {}, later ? special.schedule : "");
}

std::string_view name_of(Specialize specialize) {
  constexpr std::string_view names[] = {"off", "cached", "always"};
  return names[static_cast<std::size_t>(specialize)];
}

Specialize parse_specialize(std::string_view word) {
  return parse_name("unknown way to specialize", word, specialize_modes);
}

}  // namespace lenslet

// Chooses a plan's schedule, by the order of precedence.
#include "session/choose.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "joined.hpp"
#include "names.hpp"
#include "session/state.hpp"
#include "store/key.hpp"

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

// Says how the choice was measured. Times of several schedules are compared only where the schedules were timed in
// turns.
std::string evidence_of(const store::Found& found) {
  const Standing standing = standing_of(found.trial);
  if (standing == Standing::won && found.ties > 0)
    return fmt::format("the simplest of {} that were equally fast in turns", found.ties + 1);
  if (standing == Standing::won) return "the fastest in turns";
  return standing == Standing::look ? "the fastest at a short look" : "what was faster in turns cannot run here";
}

std::string reason_of(const store::Found& found, const op::Problem& problem) {
  const std::string measured = fmt::format("{:.3f} ms for {}, {}", found.trial.time.median_ms,
                                           problem.extent_text(found.key.size), evidence_of(found));
  switch (found.match) {
    case store::Match::exact:
      return "tuned on this device: " + measured;
    case store::Match::nearest_size:
      return "tuned on this device for the nearest size: " + measured;
    case store::Match::other_driver:
      return fmt::format("tuned on this device under another driver ({}): {}", found.key.driver, measured);
    case store::Match::same_architecture:
      break;
  }
  return fmt::format("tuned on a device of the same architecture, {}: {}", found.key.device, measured);
}

Origin origin_of(store::Match match) {
  constexpr Origin origins[] = {Origin::exact, Origin::nearest_size, Origin::other_driver, Origin::same_architecture};
  return origins[static_cast<std::size_t>(match)];
}

// Returns the fastest schedule that is stored for the problem or for a near one. With Tune::automatic, a problem
// without a stored schedule is tuned first. Where all candidates failed, nothing is stored, and the next plan tunes
// again.
std::optional<op::Choice> stored(const Session& session, const op::Problem& problem) {
  const Tune mode = problem.work().options.tune;
  if (mode == Tune::off) return {};
  store::Store& store = state_of(session).store;
  const store::Key key = store::key_of(problem, session.device());
  const store::ReadSchedule read = store::rows_of(problem, session.device());
  auto found = store.find(key, read);
  if (mode == Tune::automatic && (!found || found->match != store::Match::exact)) {
    joined().tune(session, problem.work(), automatic_budget_seconds);
    found = store.find(key, read);
  }
  if (!found) return {};
  return op::Choice{found->schedule, reason_of(*found, problem), origin_of(found->match)};
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

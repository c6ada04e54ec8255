// The order in which a plan's schedule is looked for.
#include "session/choose.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/tune.hpp>

#include "names.hpp"
#include "session/state.hpp"
#include "stencil/defaults.hpp"
#include "stencil/rules.hpp"
#include "tune/image_space.hpp"
#include "tune/key.hpp"

namespace lenslet {
namespace {

constexpr double automatic_budget_seconds = 5;

stencil::Choice forced(const Schedule& schedule, const stencil::Problem& problem, const DeviceInfo& device) {
  if (const auto exclusion = stencil::excluded(schedule, problem, device))
    throw refused(to_string(schedule), *exclusion);
  return {schedule, "forced by the caller", Origin::forced};
}

std::string reason_of(const tune::Found& found, const Sought& sought) {
  const std::string measured =
      fmt::format("{:.3f} ms for {}", found.trial.time.median_ms, sought.size_text(found.key.size));
  switch (found.match) {
    case tune::Match::exact:
      return "tuned on this device: " + measured;
    case tune::Match::nearest_size:
      return "tuned on this device for the nearest size: " + measured;
    case tune::Match::other_driver:
      return fmt::format("tuned on this device under another driver ({}): {}", found.key.driver, measured);
    case tune::Match::same_architecture:
      break;
  }
  return fmt::format("tuned on a device of the same architecture, {}: {}", found.key.device, measured);
}

Origin origin_of(tune::Match match) {
  constexpr Origin origins[] = {Origin::exact, Origin::nearest_size, Origin::other_driver, Origin::same_architecture};
  return origins[static_cast<std::size_t>(match)];
}

}  // namespace

Error refused(const std::string& schedule, const Exclusion& exclusion) {
  return {ErrorKind::unsupported,
          fmt::format("schedule {} is excluded by the rule '{}': {}", schedule, exclusion.rule, exclusion.reason)};
}

// Where every candidate failed, the next plan tunes again: there is nothing to remember it by.
std::optional<Stored> stored_schedule(const Session& session, Tune mode, const Sought& sought) {
  if (mode == Tune::off) return {};
  tune::Store& store = session.state()->store;
  auto found = store.find(sought.key, sought.space);
  if (mode == Tune::automatic && (!found || found->match != tune::Match::exact)) {
    TuneOptions tuning;
    tuning.size = sought.key.size;
    tuning.budget_seconds = automatic_budget_seconds;
    sought.tune(tuning);
    found = store.find(sought.key, sought.space);
  }
  if (!found) return {};
  return Stored{found->trial.schedule, reason_of(*found, sought), origin_of(found->match)};
}

stencil::Choice choose(const Session& session, const Call& call, const stencil::Problem& problem,
                       const FilterOptions& options) {
  const DeviceInfo& device = session.device();
  if (options.schedule) return forced(*options.schedule, problem, device);
  const auto stored =
      stored_schedule(session, options.tune,
                      {tune::key_of(call.op, problem, options.size.value_or(usual_size), device),
                       tune::image_space(stencil::Space(problem, device)),
                       [](Size size) { return fmt::format("{} x {}", size.width, size.height); },
                       [&](const TuneOptions& tuning) { tune_op(session, call, problem.input, options, tuning); }});
  if (!stored) return stencil::default_schedule(problem, device);
  return {parse_schedule(stored->schedule), stored->reason, stored->origin};
}

std::string_view name_of(Tune tune) {
  constexpr std::string_view names[] = {"off", "cached", "auto"};
  return names[static_cast<std::size_t>(tune)];
}

Tune parse_tune(std::string_view word) {
  return parse_name("unknown way to tune", word, tune_modes);
}

std::string_view name_of(Origin origin) {
  constexpr std::string_view names[] = {"forced",       "exact",        "nearest size",
                                        "other driver", "architecture", "device class"};
  return names[static_cast<std::size_t>(origin)];
}

}  // namespace lenslet

// The public call: checks, the space, the strategy, the store.
#include <lenslet/tune.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/problem.hpp"
#include "session/state.hpp"
#include "stencil/defaults.hpp"
#include "stencil/space.hpp"
#include "tune/run.hpp"
#include "tune/search.hpp"
#include "tune/store.hpp"

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double part_for_search = 0.85;  // of the budget; the rest is for the finals

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check(const TuneOptions& tuning) {
  if (!std::isfinite(tuning.budget_seconds) || tuning.budget_seconds <= 0)
    refuse(fmt::format("a budget of {} s; allowed: more than 0", tuning.budget_seconds));
  if (!std::isfinite(tuning.candidate_seconds) || tuning.candidate_seconds <= 0)
    refuse(fmt::format("{} s for a candidate; allowed: more than 0", tuning.candidate_seconds));
  if (tuning.candidates < 0) refuse(fmt::format("{} candidates; allowed: 0 and more", tuning.candidates));
  if (tuning.size.width < 1 || tuning.size.height < 1)
    refuse(fmt::format("an image of {} x {}; sides are at least 1", tuning.size.width, tuning.size.height));
}

Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

std::unique_ptr<tune::Executor> make_executor(const Session& session, const tune::Task& task, const TuneOptions& tuning,
                                              std::function<bool()> stop) {
  if (!tuning.helper) return tune::make_local_executor(session, task);
  const auto patience = std::chrono::milliseconds(static_cast<std::int64_t>(tuning.candidate_seconds * 1000));
  return tune::make_helper_executor(session, task, {patience, std::move(stop)});
}

tune::Memory memory_of(tune::Store& store, const tune::Key& key) {
  return {[&store, key](const Schedule& schedule) { return store.quarantined(key, schedule); },
          [&store, key](const Trial& trial) { store.add(key, trial); }};
}

// Where the pattern leaves out what runs untuned, the strategy begins with any schedule that fits.
Schedule start_of(const stencil::Space& space, const Schedule& initial, const TuneOptions& tuning) {
  if (space.has(initial)) return initial;
  std::mt19937_64 random(tuning.seed);
  const std::optional<Schedule> any = space.random(random);
  if (!any) refuse(fmt::format("no schedule that can run fits the pattern '{}'", tuning.only));
  return *any;
}

}  // namespace

std::string_view name_of(TuneEnd end) {
  constexpr std::string_view names[] = {"time", "candidates", "complete", "stopped"};
  return names[static_cast<std::size_t>(end)];
}

std::vector<StrategyInfo> tune_strategies() {
  std::vector<StrategyInfo> infos;
  for (const tune::Strategy& strategy : tune::strategies()) infos.push_back({strategy.name, strategy.summary});
  return infos;
}

TuneResult tune_op(const Session& session, const Call& call, PixelFormat input, const FilterOptions& options,
                   const TuneOptions& tuning) {
  const Clock::time_point begin = Clock::now();
  check(tuning);
  check(input);
  const tune::Strategy& strategy = tune::find_strategy(tuning.strategy);
  const stencil::Problem problem = problem_of(call, input, options);
  const stencil::Space space(problem, session.device(), tuning.only);
  const Schedule initial = stencil::default_schedule(problem, session.device()).schedule;
  const Schedule start = start_of(space, initial, tuning);

  const tune::Deadlines deadlines{begin + seconds(part_for_search * tuning.budget_seconds),
                                  begin + seconds(tuning.budget_seconds)};
  const auto stop = [&tuning] { return tuning.stop && tuning.stop(); };
  const auto executor = make_executor(session, {call, input, options, tuning.size}, tuning, stop);
  tune::Store& store = session.state()->store;
  const tune::Key key = tune::key_of(call.op, problem, tuning.size, session.device());
  tune::Run run(*executor, memory_of(store, key), tuning, begin, deadlines);
  tune::Search search(space, start, tuning.seed, [&run](const Schedule& schedule) { return run.time(schedule); });
  search.time(initial);
  if (const auto earlier = store.best(key); earlier && space.has(earlier->schedule)) search.time(earlier->schedule);
  for (const Schedule& schedule : stencil::kindred_defaults(problem, session.device()))
    if (space.has(schedule)) search.time(schedule);
  strategy.run(search);
  TuneResult result = run.finish(initial);
  result.images = executor->images();
  result.helper = tuning.helper;
  result.store_problem = store.problem();
  return result;
}

}  // namespace lenslet

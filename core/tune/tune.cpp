// Checks the options, makes the space, runs the strategy, and stores the trials.
#include <lenslet/tune.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/problem.hpp"
#include "session/state.hpp"
#include "store/store.hpp"
#include "tune/run.hpp"
#include "tune/search.hpp"

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double part_for_search = 0.85;   // of the budget; the rest is for the finals
constexpr double proof_of_element = 1e-7;  // seconds; a reference goes through all elements on the host

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check(const TuneOptions& options) {
  if (!std::isfinite(options.budget_seconds) || options.budget_seconds <= 0)
    refuse(fmt::format("a budget of {} s; allowed: more than 0", options.budget_seconds));
  if (!std::isfinite(options.candidate_seconds) || options.candidate_seconds <= 0)
    refuse(fmt::format("{} s for a candidate; allowed: more than 0", options.candidate_seconds));
  if (options.candidates < 0) refuse(fmt::format("{} candidates; allowed: 0 and more", options.candidates));
}

Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

tune::Memory memory_of(store::Store& store, const store::Key& key) {
  return {[&store, key](const std::string& schedule) { return store.why_quarantined(key, schedule).has_value(); },
          [&store, key](const Trial& trial) { store.add(key, trial); },
          [&store, key](std::span<const Trial> trials) { store.decide(key, trials); }};
}

std::unique_ptr<tune::Executor> make_executor(const Session& session, const op::Problem& problem,
                                              const TuneOptions& options, std::function<bool()> stop) {
  if (!options.worker) return tune::make_local_executor(session, problem.work());
  const double allowed =
      options.candidate_seconds + proof_of_element * static_cast<double>(problem.elements_of_proof());
  const auto patience = std::chrono::milliseconds(static_cast<std::int64_t>(allowed * 1000));
  return tune::make_worker_executor(session, problem.work(), {.candidate_timeout = patience, .stop = std::move(stop)});
}

// Returns the strategy's first schedule: the untuned one, or any that fits where the pattern excludes that one.
op::AnySchedule start_of(const op::Space& space, const op::AnySchedule& untuned, const TuneOptions& options) {
  if (space.has(untuned)) return untuned;
  std::mt19937_64 random(options.seed);
  const std::optional<op::AnySchedule> any = space.random(random);
  if (!any) refuse(fmt::format("no schedule that can run fits the pattern '{}'", options.only));
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

TuneResult tune_op(const Session& session, const Work& work, const TuneOptions& options) {
  check(options);
  const Clock::time_point begin = Clock::now();
  const op::ProblemPtr problem = op::problem_of(work);
  const DeviceInfo& device = session.device();
  const auto space = problem->space(device, options.only);
  const op::AnySchedule untuned = problem->untuned(device).schedule;
  const tune::Strategy& strategy = tune::find_strategy(options.strategy);
  const op::AnySchedule start = start_of(*space, untuned, options);
  const tune::Deadlines deadlines{begin + seconds(part_for_search * options.budget_seconds),
                                  begin + seconds(options.budget_seconds)};
  const auto executor = make_executor(session, *problem, options, [&] { return options.stop && options.stop(); });
  store::Store& store = state_of(session).store;
  const store::Key key = store::key_of(*problem, device);
  tune::Run run(*executor, *space, memory_of(store, key), options, begin, deadlines);
  tune::Search search(*space, start, options.seed,
                      [&run](const op::AnySchedule& schedule) { return run.time(schedule); });
  search.time(untuned);
  const store::ReadSchedule read = store::rows_of(*problem, device);
  const std::optional<store::Found> earlier = store.best(key, read);
  if (earlier) search.time(earlier->schedule);
  for (const op::AnySchedule& schedule : problem->promising(device))
    if (space->has(schedule)) search.time(schedule);
  strategy.run(search);
  TuneResult result = run.finish(untuned, earlier ? std::optional(earlier->schedule) : std::nullopt);
  // Looks decide nothing: without a timing in turns an earlier winner stays.
  if (const auto chosen = store.best(key, read); chosen && result.winner) result.winner = chosen->trial;
  result.copies = executor->copies();
  result.worker = options.worker;
  result.store_problem = store.problem();
  return result;
}

}  // namespace lenslet

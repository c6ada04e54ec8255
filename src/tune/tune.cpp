// The public calls: checks, the space, the strategy, the store.
#include <lenslet/tune.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "array/op.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"
#include "stencil/defaults.hpp"
#include "tune/array_space.hpp"
#include "tune/image_space.hpp"
#include "tune/run.hpp"
#include "tune/search.hpp"
#include "tune/store.hpp"

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double part_for_search = 0.85;   // of the budget; the rest is for the finals
constexpr double proof_of_element = 1e-7;  // seconds: a reference goes through all elements of the arrays, on the host

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check(const TuneOptions& tuning) {
  if (!std::isfinite(tuning.budget_seconds) || tuning.budget_seconds <= 0)
    refuse(fmt::format("a budget of {} s; allowed: more than 0", tuning.budget_seconds));
  if (!std::isfinite(tuning.candidate_seconds) || tuning.candidate_seconds <= 0)
    refuse(fmt::format("{} s for a candidate; allowed: more than 0", tuning.candidate_seconds));
  if (tuning.candidates < 0) refuse(fmt::format("{} candidates; allowed: 0 and more", tuning.candidates));
}

Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

tune::Memory memory_of(tune::Store& store, const tune::Key& key) {
  return {[&store, key](const std::string& schedule) { return store.quarantined(key, schedule); },
          [&store, key](const Trial& trial) { store.add(key, trial); }};
}

// What is tuned, as its family has it.
struct Matter {
  const tune::Space& space;
  std::string initial;            // runs untuned
  std::vector<std::string> near;  // promising beside it
  tune::Task task;
  tune::Key key;
  double proof_seconds = 0;  // that a candidate may take beside its own time
};

std::unique_ptr<tune::Executor> make_executor(const Session& session, const Matter& matter, const TuneOptions& tuning,
                                              std::function<bool()> stop) {
  if (!tuning.helper) return tune::make_local_executor(session, matter.task);
  const double allowed = tuning.candidate_seconds + matter.proof_seconds;
  const auto patience = std::chrono::milliseconds(static_cast<std::int64_t>(allowed * 1000));
  return tune::make_helper_executor(session, matter.task, {patience, std::move(stop)});
}

// Where the pattern leaves out what runs untuned, the strategy begins with any schedule that fits.
std::string start_of(const Matter& matter, const TuneOptions& tuning) {
  if (matter.space.has(matter.initial)) return matter.initial;
  std::mt19937_64 random(tuning.seed);
  const std::optional<std::string> any = matter.space.random(random);
  if (!any) refuse(fmt::format("no schedule that can run fits the pattern '{}'", tuning.only));
  return *any;
}

TuneResult tune_it(const Session& session, const Matter& matter, const TuneOptions& tuning) {
  const Clock::time_point begin = Clock::now();
  const tune::Strategy& strategy = tune::find_strategy(tuning.strategy);
  const std::string start = start_of(matter, tuning);
  const tune::Deadlines deadlines{begin + seconds(part_for_search * tuning.budget_seconds),
                                  begin + seconds(tuning.budget_seconds)};
  const auto stop = [&tuning] { return tuning.stop && tuning.stop(); };
  const auto executor = make_executor(session, matter, tuning, stop);
  tune::Store& store = session.state()->store;
  tune::Run run(*executor, matter.space, memory_of(store, matter.key), tuning, begin, deadlines);
  tune::Search search(matter.space, start, tuning.seed,
                      [&run](const std::string& schedule) { return run.time(schedule); });
  search.time(matter.initial);
  if (const auto earlier = store.best(matter.key, matter.space)) search.time(earlier->schedule);
  for (const std::string& schedule : matter.near)
    if (matter.space.has(schedule)) search.time(schedule);
  strategy.run(search);
  TuneResult result = run.finish(matter.initial);
  result.copies = executor->copies();
  result.helper = tuning.helper;
  result.store_problem = store.problem();
  return result;
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
  check(tuning);
  check(input);
  if (tuning.size.width < 1 || tuning.size.height < 1)
    refuse(fmt::format("an image of {} x {}; sides are at least 1", tuning.size.width, tuning.size.height));
  const DeviceInfo& device = session.device();
  const stencil::Problem problem = problem_of(call, input, options);
  std::vector<std::string> near;
  for (const Schedule& schedule : stencil::kindred_defaults(problem, device)) near.push_back(to_string(schedule));
  return tune_it(
      session,
      {tune::image_space(stencil::Space(problem, device, tuning.only)),
       to_string(stencil::default_schedule(problem, device).schedule), near,
       tune::ImageTask{call, input, options, tuning.size}, tune::key_of(call.op, problem, tuning.size, device)},
      tuning);
}

TuneResult tune_array(const Session& session, const Call& call, const std::vector<ArrayType>& inputs,
                      const TuneOptions& tuning) {
  check(tuning);
  const DeviceInfo& device = session.device();
  const array::Op& op = array::find(call.op);
  const array::Problem problem = array::problem_of(op, call, inputs);
  const tune::Key key = tune::key_of(op, problem, device);
  return tune_it(session,
                 {tune::array_space(op, problem, device, tuning.only),
                  to_string(op.initial(problem, device)),
                  {},
                  tune::ArrayTask{call, inputs},
                  key,
                  proof_of_element * static_cast<double>(key.size.width)},
                 tuning);
}

}  // namespace lenslet

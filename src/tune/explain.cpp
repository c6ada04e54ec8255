// Puts together what the plan, the store, the rules and the device have to say.
#include <lenslet/explain.hpp>

#include <algorithm>

#include "session/plan.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"
#include "store/key.hpp"
#include "tune/flop_rate.hpp"
#include "tune/race.hpp"

namespace lenslet {
namespace {

constexpr int repeats = 9;

std::vector<Excluded> excluded_beside(const std::string& chosen, const op::Problem& problem, const DeviceInfo& device) {
  std::vector<Excluded> result;
  for (const std::string& schedule : problem.space(device)->beside(chosen))
    if (const auto exclusion = problem.excluded(schedule, device))
      result.push_back({schedule, exclusion->rule, exclusion->reason});
  return result;
}

std::vector<Arrangement> arrangements_of(const op::Problem& problem, Meter& meter, const DeviceInfo& device) {
  std::vector<Arrangement> result;
  for (const op::Way& way : problem.ways(device)) {
    Arrangement one{way.name, way.schedule, {}, 0, {}};
    for (const auto& [name, bytes] : way.units) {
      one.units.push_back({name, bytes});
      one.bytes += bytes;
    }
    Work work = problem.work();
    work.options.schedule = way.schedule;
    one.now = meter.measure(work);
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace

double Explanation::floor_ms() const {
  return std::max(memory_ms, arithmetic_ms);
}

double Explanation::distance() const {
  return now.time.median_ms / floor_ms();
}

Explanation explain(const Session& session, const Work& work) {
  const op::ProblemPtr problem = make_problem(work);
  const Plan plan = plan_of(session, problem);
  Work chosen = work;
  chosen.options.schedule = plan.schedule();
  const op::Effort effort = problem->effort();
  Explanation result;
  result.schedule = plan.schedule();
  result.origin = plan.origin();
  result.reason = plan.reason();
  result.accuracy = plan.accuracy();
  result.stages = plan.stages();
  result.scratch_bytes = plan.scratch_bytes(problem->extent(), 1);
  result.excluded = excluded_beside(plan.schedule(), *problem, session.device());
  result.bytes_per_pixel = static_cast<double>(effort.bytes) / effort.elements;
  result.operations_per_pixel = effort.operations / effort.elements;
  result.operations_known = effort.operations_known;
  // As many inputs take turns as while tuning, or a cache would make what is stored look slow.
  const int images = rotating_copies(session.device(), effort.bytes);
  Meter meter(session, {.repeats = repeats, .images = images});
  result.now = meter.measure(chosen);
  result.arrangements = arrangements_of(*problem, meter, session.device());
  result.trials = state_of(session).store.trials(store::key_of(*problem, session.device()));
  result.copy_rate = session.copy_rate();
  result.operation_rate = tune::flop_rate(session);
  result.memory_ms = 1e3 * static_cast<double>(effort.bytes) / result.copy_rate;
  result.arithmetic_ms = 1e3 * effort.operations / result.operation_rate;
  return result;
}

}  // namespace lenslet

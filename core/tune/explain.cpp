// Combines what the plan, the store, the rules and the device say.
#include <lenslet/explain.hpp>

#include <algorithm>

#include "session/plan.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"
#include "store/store.hpp"
#include "tune/flop_rate.hpp"
#include "tune/race.hpp"

namespace lenslet {
namespace {

constexpr int repeats = 9;

std::vector<Excluded> excluded_beside(const op::AnySchedule& chosen, const op::Problem& problem,
                                      const DeviceInfo& device) {
  std::vector<Excluded> result;
  for (const op::AnySchedule& schedule : problem.space(device)->beside(chosen))
    if (const auto exclusion = problem.excluded(schedule, device))
      result.push_back({schedule.spelling(), exclusion->rule, exclusion->reason});
  return result;
}

std::vector<Arrangement> arrangements_of(const op::Problem& problem, Meter& meter, const DeviceInfo& device) {
  std::vector<Arrangement> result;
  for (const op::Assembly& way : problem.ways(device)) {
    Arrangement one{way.name, way.schedule.spelling(), {}, 0, {}};
    for (const auto& [name, bytes] : way.units) {
      one.units.push_back({name, bytes});
      one.bytes += bytes;
    }
    Work work = problem.work();
    work.options.schedule = way.schedule.spelling();
    one.now = meter.measure(work);
    result.push_back(std::move(one));
  }
  return result;
}

// Splits a unit's name into its ops' names, in order: "gradient + threshold", "sobel, sharpen".
std::vector<std::string> names_in(std::string unit) {
  std::vector<std::string> names;
  for (std::size_t end = 0; end != std::string::npos;) {
    end = std::min(unit.find(" + "), unit.find(", "));
    names.push_back(unit.substr(0, end));
    if (end != std::string::npos) unit.erase(0, end + (unit[end] == ',' ? 2 : 3));
  }
  return names;
}

// Sets which tasks share launches, if the units' names tell it for all tasks.
void assign_units(const op::Assembly& way, std::vector<Task>& tasks) {
  std::vector<Task> assigned = tasks;
  for (std::size_t unit = 0; unit < way.units.size(); ++unit)
    for (const std::string& name : names_in(way.units[unit].first)) {
      const auto task = std::ranges::find_if(assigned, [&](const Task& t) { return !t.unit && t.name == name; });
      if (task == assigned.end()) return;
      task->unit = unit;
    }
  if (std::ranges::all_of(assigned, [](const Task& task) { return task.unit.has_value(); })) tasks = assigned;
}

std::vector<Task> tasks_of_parts(const op::Parts& parts) {
  std::vector<Task> tasks;
  for (const op::Part& part : parts.all) {
    Task task{part.problem->op(), {}, {}, {}};
    for (const ValueType& output : part.problem->outputs()) task.outputs.push_back(to_string(output));
    for (std::size_t before = 0; before < tasks.size(); ++before)
      if (std::ranges::find_first_of(part.inputs, parts.all[before].outputs) != part.inputs.end())
        task.after.push_back(before);
    tasks.push_back(std::move(task));
  }
  return tasks;
}

// In an in-order queue each stage begins when the one before has ended.
std::vector<Task> tasks_of_stages(const std::vector<std::string>& stages) {
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < stages.size(); ++i)
    tasks.push_back({stages[i], i == 0 ? std::vector<std::size_t>{} : std::vector{i - 1}, {}, {}});
  return tasks;
}

std::vector<Task> tasks_of(const op::Problem& problem, const Plan& plan, const DeviceInfo& device) {
  const std::vector<op::Assembly> ways = problem.ways(device);
  if (ways.empty()) return tasks_of_stages(plan.stages());
  std::vector<Task> tasks = tasks_of_parts(problem.parts(schedule_of(plan)));
  const auto way = std::ranges::find(ways, schedule_of(plan), &op::Assembly::schedule);
  if (way != ways.end()) assign_units(*way, tasks);
  return tasks;
}

}  // namespace

double Explanation::floor_ms() const {
  return std::max(memory_ms, arithmetic_ms);
}

double Explanation::distance() const {
  return now.time.median_ms / floor_ms();
}

Explanation explain(const Session& session, const Work& work) {
  const op::ProblemPtr problem = op::problem_of(work);
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
  result.tasks = tasks_of(*problem, plan, session.device());
  result.source = plan.source();
  result.programs = plan.sources().size();
  result.scratch_bytes = plan.scratch_bytes(problem->extent(), 1);
  result.excluded = excluded_beside(schedule_of(plan), *problem, session.device());
  result.bytes_per_pixel = static_cast<double>(effort.bytes) / effort.elements;
  result.operations_per_pixel = effort.operations / effort.elements;
  result.operations_known = effort.operations_known;
  // As many inputs take turns as while tuning: otherwise caches would make the stored times look slow.
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

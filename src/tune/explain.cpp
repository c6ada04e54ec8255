// Puts together what the plan, the store, the rules and the device have to say.
#include <lenslet/explain.hpp>

#include <algorithm>

#include "array/op.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"
#include "stencil/rules.hpp"
#include "stencil/separate.hpp"
#include "stencil/space.hpp"
#include "tune/flop_rate.hpp"
#include "tune/key.hpp"

namespace lenslet {
namespace {

constexpr int repeats = 9;

double bytes_of(const stencil::Problem& problem) {
  const auto outputs = static_cast<double>(problem.stencil.outputs.size());
  return problem.input.channels *
         (static_cast<double>(size_of(problem.input.type)) + outputs * static_cast<double>(size_of(problem.output)));
}

// The fewest that any schedule needs: a mask of rank 1 can be summed along rows and then along columns.
double operations_of(const stencil::Problem& problem) {
  const bool separable = !stencil::separate_all(problem.stencil.masks).empty();
  double taps = problem.linear() ? 0 : 0.5 * problem.taps();
  for (const stencil::Mask& mask : problem.stencil.masks)
    taps += separable ? mask.width + mask.height
                      : static_cast<double>(std::ranges::count_if(mask.taps, [](double tap) { return tap != 0; }));
  return 2 * taps * problem.input.channels;
}

std::vector<Excluded> excluded_beside(const Schedule& chosen, const stencil::Problem& problem,
                                      const DeviceInfo& device) {
  std::vector<Excluded> result;
  for (const stencil::Axis& axis : stencil::axes())
    for (const stencil::Setting& setting : axis.searched) {
      Schedule schedule = chosen;
      setting(schedule);
      if (const auto exclusion = stencil::excluded(schedule, problem, device))
        result.push_back({to_string(schedule), exclusion->rule, exclusion->reason});
    }
  return result;
}

std::vector<Excluded> excluded_beside(const ArraySchedule& chosen, const array::Op& op, const array::Problem& problem,
                                      const DeviceInfo& device) {
  std::vector<Excluded> result;
  for (const array::Dimension& dimension : op.space(problem, device))
    for (const std::string& value : dimension.values) {
      const ArraySchedule schedule = chosen.with(dimension.name, value);
      if (const auto exclusion = array::excluded(op, problem, device, schedule))
        result.push_back({to_string(schedule), exclusion->rule, exclusion->reason});
    }
  return result;
}

template <class Plan>
Explanation choice_of(const Plan& plan) {
  Explanation result;
  result.schedule = to_string(plan.schedule());
  result.origin = plan.origin();
  result.reason = plan.reason();
  return result;
}

// What does not depend on the family; `elements`: pixels, or elements.
template <class Work>
void measure(Explanation& result, const Session& session, const Work& chosen, const tune::Key& key, double elements) {
  MeasureOptions options;
  options.repeats = repeats;
  result.now = Meter(session, options).measure(chosen);
  result.trials = session.state()->store.trials(key);
  result.copy_rate = session.copy_rate();
  result.operation_rate = tune::flop_rate(session);
  result.memory_ms = 1e3 * elements * result.bytes_per_pixel / result.copy_rate;
  result.arithmetic_ms = 1e3 * elements * result.operations_per_pixel / result.operation_rate;
}

}  // namespace

double Explanation::floor_ms() const {
  return std::max(memory_ms, arithmetic_ms);
}

double Explanation::distance() const {
  return now.time.median_ms / floor_ms();
}

Explanation explain(const Session& session, const Work& work) {
  const stencil::Problem problem = problem_of(work.call, work.format, work.options);
  Work chosen = work;
  chosen.options.size = work.size;
  const Plan plan = session.plan(work.call, work.format, chosen.options);
  chosen.options.schedule = plan.schedule();
  Explanation result = choice_of(plan);
  result.excluded = excluded_beside(plan.schedule(), problem, session.device());
  result.bytes_per_pixel = bytes_of(problem);
  result.operations_per_pixel = operations_of(problem);
  result.operations_known = problem.linear() && !problem.combines();
  measure(result, session, chosen, tune::key_of(work.call.op, problem, work.size, session.device()),
          static_cast<double>(work.size.width) * static_cast<double>(work.size.height));
  return result;
}

Explanation explain(const Session& session, const ArrayWork& work) {
  const array::Op& op = array::find(work.call.op);
  const array::Problem problem = array::problem_of(op, work.call, work.inputs);
  const ArrayPlan plan(session, work.call, work.inputs, work.options);
  ArrayWork chosen = work;
  chosen.options.schedule = to_string(plan.schedule());
  Explanation result = choice_of(plan);
  result.excluded = excluded_beside(plan.schedule(), op, problem, session.device());
  const auto elements = static_cast<double>(std::max<std::int64_t>(work.inputs.front().count(), 1));
  result.bytes_per_pixel = static_cast<double>(array::least_bytes(op, problem)) / elements;
  measure(result, session, chosen, tune::key_of(op, problem, session.device()), elements);
  return result;
}

}  // namespace lenslet

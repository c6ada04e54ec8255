// Inputs that schedules share, plans of them, and their proof by the op's reference.
#include "study/op_work.hpp"

#include <map>

#include "op/problem.hpp"
#include "session/plan.hpp"
#include "session/problem.hpp"
#include "study/clock.hpp"

namespace lenslet::study {
namespace {

constexpr double most_proved = 1 << 26;  // operations that the reference is made of for every element; else for some

std::vector<DeviceValue> outputs_of(const Session& session, const Plan& plan) {
  std::vector<DeviceValue> outputs;
  for (const ValueType& type : plan.outputs()) outputs.push_back(allocate_value(session, type));
  return outputs;
}

}  // namespace

struct OpWork::Shared {
  Session session;
  Work work;
  std::vector<HostValue> host = {};
  std::map<Storage, std::vector<DeviceValue>> on_device = {};

  // Images in the storage in which a plan reads them without a copy.
  const std::vector<DeviceValue>& inputs(const op::Problem& problem, Storage storage);
  std::optional<std::string> fault(const op::Problem& problem, const std::vector<DeviceValue>& outputs) const;
};

const std::vector<DeviceValue>& OpWork::Shared::inputs(const op::Problem& problem, Storage storage) {
  if (const auto known = on_device.find(storage); known != on_device.end()) return known->second;
  if (host.empty()) host = problem.typical();
  std::vector<DeviceValue> values;
  for (const HostValue& value : host) {
    const auto* image = std::get_if<Image>(&value);
    values.push_back(image ? session.upload(*image, storage) : upload_value(session, value));
  }
  return on_device.emplace(storage, std::move(values)).first->second;
}

std::optional<std::string> OpWork::Shared::fault(const op::Problem& problem,
                                                 const std::vector<DeviceValue>& outputs) const {
  std::vector<HostValue> results;
  for (const DeviceValue& output : outputs) results.push_back(download_value(session, output));
  if (problem.effort().operations <= most_proved) return problem.mismatch(host, results);
  return problem.mismatch_in_large(host, results, {});
}

OpWork::OpWork(Experiment& experiment, Work work)
    : experiment_(experiment), shared_(std::make_shared<Shared>(Shared{experiment.session(), std::move(work)})) {}

void OpWork::add(std::size_t chart, const std::string& line, double x, const std::string& schedule) const {
  experiment_.add(chart, line, x, [shared = shared_, schedule]() -> Ready {
    Work work = shared->work;
    work.options.schedule = schedule;
    work.options.tune = Tune::off;
    const op::ProblemPtr problem = make_problem(work);
    check_arrays(shared->session.device(), *problem);
    const auto plan = std::make_shared<const Plan>(plan_of(shared->session, problem));
    const std::vector<DeviceValue> inputs = shared->inputs(*problem, plan->input_storage());
    const std::vector<DeviceValue> outputs = outputs_of(shared->session, *plan);
    const auto run = [plan, inputs, outputs] {
      Timing timing;
      const double until_end = host_ms([&] { plan->run_into(inputs, outputs, &timing); });
      return device_or_host_ms(timing.kernel_ms, until_end);
    };
    return {run, plan->schedule(), plan->source(),
            [shared, problem, outputs] { return shared->fault(*problem, outputs); }};
  });
}

std::size_t add(Experiment& experiment, const ScheduleStudy& study) {
  const std::size_t chart = experiment.add_chart(study.title, study.x_axis);
  for (const auto& [x, work] : study.works) {
    const OpWork candidates(experiment, work);
    for (const auto& [line, schedule] : study.lines) candidates.add(chart, line, x, schedule);
  }
  return chart;
}

}  // namespace lenslet::study

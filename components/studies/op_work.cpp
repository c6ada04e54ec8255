// Makes inputs that schedules share, and plans, and compares results with the op's reference.
#include "studies/op_work.hpp"

#include "session/plan.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"
#include "studies/clock.hpp"

namespace lenslet::study {
namespace {

constexpr double max_proved = 1 << 26;  // with more operations the reference computes only some elements

std::vector<HostValue> downloaded(const Session& session, const std::vector<DeviceValue>& values) {
  std::vector<HostValue> results;
  for (const DeviceValue& value : values) results.push_back(download_value(session, value));
  return results;
}

}  // namespace

// Images lie in the storage that the plan reads without a copy.
const std::vector<DeviceValue>& OpInputs::of(const op::Problem& problem, Storage storage) {
  if (const auto known = on_device_.find(storage); known != on_device_.end()) return known->second;
  if (host_.empty()) host_ = problem.typical();
  std::vector<DeviceValue> values;
  for (const HostValue& value : host_) {
    const auto* image = std::get_if<Image>(&value);
    values.push_back(image ? session_.upload(*image, storage) : upload_value(session_, value));
  }
  return on_device_.emplace(storage, std::move(values)).first->second;
}

std::optional<std::string> OpInputs::mismatch(const op::Problem& problem,
                                              const std::vector<DeviceValue>& outputs) const {
  const std::vector<HostValue> results = downloaded(session_, outputs);
  if (problem.effort().operations <= max_proved) return problem.mismatch(host_, results);
  return problem.mismatch_in_large(host_, results, {});
}

std::vector<DeviceValue> poisoned_outputs(const Session& session, const op::Problem& problem) {
  std::vector<DeviceValue> outputs;
  for (const ValueType& type : problem.outputs()) {
    outputs.push_back(allocate_value(session, type));
    const ocl::Buffer& buffer = std::visit([](const auto& value) { return value.buffer(); }, outputs.back());
    state_of(session).queue.write(buffer, 0, std::vector<std::byte>(buffer.bytes(), std::byte{0xff}));
  }
  return outputs;
}

OpWork::OpWork(Experiment& experiment, Work work)
    : experiment_(experiment), work_(std::move(work)), inputs_(std::make_shared<OpInputs>(experiment.session())) {
  work_.options.tune = Tune::off;
}

void OpWork::add(std::size_t chart, const std::string& line, double x, const std::string& schedule,
                 const OnHost& on_host) const {
  Work work = work_;
  work.options.schedule = schedule;
  experiment_.add(chart, line, x, [&experiment = experiment_, shared = inputs_, work, on_host]() -> Ready {
    const Session& session = experiment.session();
    const op::ProblemPtr problem = op::problem_of(work);
    check_arrays(experiment.device(), *problem);
    const auto plan = std::make_shared<const Plan>(plan_of(session, problem));
    const std::vector<DeviceValue> inputs = shared->of(*problem, plan->input_storage());
    const std::vector<DeviceValue> outputs = poisoned_outputs(session, *problem);
    const auto run = [session, plan, inputs, outputs, on_host] {
      Timing timing;
      const double until_end = host_ms([&] {
        plan->run_into(inputs, outputs, {.timing = &timing});
        if (on_host) on_host(downloaded(session, outputs));
      });
      return on_host ? until_end : device_or_host_ms(timing.kernel_ms, until_end);
    };
    return {run, plan->schedule(), plan->source(),
            [shared, problem, outputs] { return shared->mismatch(*problem, outputs); }};
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

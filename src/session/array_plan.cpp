// Array ops made ready and run.
#include <chrono>
#include <mutex>

#include <fmt/format.h>

#include <lenslet/array_op.hpp>
#include <lenslet/error.hpp>

#include "array/space.hpp"
#include "elapsed.hpp"
#include "session/array_plan.hpp"
#include "session/state.hpp"

namespace lenslet {

struct ArrayPlan::State {
  const array::Op& op;
  Session session;
  array::Problem problem;
  std::vector<std::string> output_names;
  ArrayChoice choice;
  std::vector<std::string> sources;
  double build_ms = 0;
  array::Run run;
  mutable std::mutex mutex;  // of `run`
};

namespace {

void check_types(const char* what, const std::vector<DeviceArray>& given, const std::vector<ArrayType>& wanted) {
  if (given.size() != wanted.size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} {}s, this plan has {}", given.size(), what, wanted.size()));
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i].type() != wanted[i])
      throw Error(ErrorKind::invalid_argument, fmt::format("the {} is {}, this plan is for {}", what,
                                                           to_string(given[i].type()), to_string(wanted[i])));
}

void check_apart(const std::vector<DeviceArray>& inputs, const std::vector<DeviceArray>& outputs) {
  for (const DeviceArray& output : outputs)
    for (const DeviceArray& input : inputs)
      if (output.shares_memory(input)) throw Error(ErrorKind::invalid_argument, "an input cannot be an output");
  for (const DeviceArray& output : outputs)
    for (const DeviceArray& other : outputs)
      if (&output != &other && output.shares_memory(other))
        throw Error(ErrorKind::invalid_argument, "one array cannot take two outputs");
}

}  // namespace

ArrayPlan make_array_plan(const Session& session, const array::Op& op, array::Problem problem,
                          const ArrayChoice& choice, const ArrayBuild& build) {
  const auto first = op.info.op.outputs.begin();
  std::vector<std::string> names(first, first + static_cast<std::ptrdiff_t>(problem.outputs.size()));
  auto state = std::make_shared<ArrayPlan::State>(op, session, std::move(problem), std::move(names), choice);
  const array::Maker maker(session.state()->queue, [&](const std::string& source, const std::string& flags) {
    state->sources.push_back(source);
    const ocl::BuildResult built = build(source, flags);
    state->build_ms += built.ms;
    return built.program;
  });
  state->run = op.make(state->problem, choice.schedule, maker);
  return ArrayPlan(std::move(state));
}

ArrayPlan::ArrayPlan(const Session& session, const Call& call, const std::vector<ArrayType>& inputs,
                     const ArrayOptions& options) {
  const array::Op& op = array::find(call.op);
  array::Problem problem = array::problem_of(op, call, inputs);
  check_device_memory(session, problem);
  const ArrayChoice choice = choose(session, call, op, problem, options);
  const auto build = [&session](const std::string& source, const std::string& flags) {
    return session.state()->build(source, flags);
  };
  *this = make_array_plan(session, op, std::move(problem), choice, build);
}

const ArraySchedule& ArrayPlan::schedule() const {
  return state_->choice.schedule;
}
Origin ArrayPlan::origin() const {
  return state_->choice.origin;
}
const std::string& ArrayPlan::reason() const {
  return state_->choice.reason;
}
const std::vector<ArrayType>& ArrayPlan::outputs() const {
  return state_->problem.outputs;
}
const std::vector<std::string>& ArrayPlan::output_names() const {
  return state_->output_names;
}
const std::vector<std::string>& ArrayPlan::sources() const {
  return state_->sources;
}
double ArrayPlan::build_ms() const {
  return state_->build_ms;
}

std::vector<DeviceArray> ArrayPlan::run(const std::vector<DeviceArray>& inputs, Timing* timing) const {
  std::vector<DeviceArray> results;
  for (const ArrayType& type : outputs()) results.push_back(allocate(state_->session, type));
  run_into(inputs, results, timing);
  return results;
}

void ArrayPlan::run_into(const std::vector<DeviceArray>& inputs, const std::vector<DeviceArray>& outputs,
                         Timing* timing) const {
  const Launch launch = launch_into(inputs, outputs);
  launch.wait();
  if (timing) *timing = launch.timing();
}

Launch ArrayPlan::launch_into(const std::vector<DeviceArray>& inputs, const std::vector<DeviceArray>& outputs) const {
  check_types("input", inputs, state_->problem.inputs);
  check_types("output", outputs, state_->problem.outputs);
  check_apart(inputs, outputs);
  const ocl::Queue& queue = state_->session.state()->queue;
  array::Launches launches;
  {
    const std::lock_guard lock(state_->mutex);
    state_->run(inputs, outputs, launches);
  }
  queue.flush();
  return {std::move(launches), array::least_bytes(state_->op, state_->problem), queue.timed()};
}

ArrayResult run_array(const Session& session, const Call& call, const std::vector<Array>& inputs,
                      const ArrayOptions& options) {
  const ArrayPlan plan(session, call, types_of(inputs), options);
  ArrayResult result;
  auto start = std::chrono::steady_clock::now();
  std::vector<DeviceArray> arrays;
  for (const Array& input : inputs) arrays.push_back(upload(session, input));
  result.upload_ms = milliseconds_since(start);
  const std::vector<DeviceArray> outputs = plan.run(arrays, &result.timing);
  start = std::chrono::steady_clock::now();
  for (const DeviceArray& output : outputs) result.arrays.push_back(download(session, output));
  result.download_ms = milliseconds_since(start);
  result.names = plan.output_names();
  result.schedule = to_string(plan.schedule());
  result.origin = plan.origin();
  result.reason = plan.reason();
  return result;
}

std::vector<std::string> array_schedules(const Session& session, const Call& call,
                                         const std::vector<ArrayType>& inputs) {
  const array::Op& op = array::find(call.op);
  const array::Problem problem = array::problem_of(op, call, inputs);
  const std::string initial = to_string(op.initial(problem, session.device()));
  std::vector<std::string> spellings{initial};
  for (const ArraySchedule& schedule : array::all_of(op.space(problem, session.device())))
    if (!array::excluded(op, problem, session.device(), schedule))
      if (std::string spelling = to_string(schedule); spelling != initial) spellings.push_back(std::move(spelling));
  return spellings;
}

}  // namespace lenslet

// Keeps the copies of inputs and outputs that launches use in turns.
#include "tune/stopwatch.hpp"

#include <algorithm>

#include "session/plan.hpp"

namespace lenslet {
namespace {

bool is_of(const HostValue& value, const ValueType& type) {
  return type_of(value) == type;
}

}  // namespace

Stopwatch::Stopwatch(const Session& session, const op::Problem& problem, int copies)
    : output_types_(problem.outputs()), host_(problem.typical()) {
  const std::uint64_t bytes = bytes_of(problem.inputs()) + bytes_of(output_types_);
  const int count = copies > 0 ? copies : rotating_copies(session.device(), bytes);
  for (int i = 0; i < count; ++i) {
    auto& inputs = inputs_.emplace_back();
    for (const HostValue& input : host_) inputs.push_back(upload_value(session, input));
    auto& outputs = outputs_.emplace_back();
    for (const ValueType& output : output_types_) outputs.push_back(allocate_value(session, output));
  }
}

bool Stopwatch::serves(const op::Problem& problem) const {
  return problem.outputs() == output_types_ && std::ranges::equal(host_, problem.inputs(), is_of);
}

Launch Stopwatch::launch(const Plan& plan, std::size_t turn) const {
  const std::size_t copy = turn % inputs_.size();
  return plan.launch_into(inputs_[copy], outputs_[copy]);
}

std::vector<Laps> Stopwatch::time(std::span<const Plan> plans, const LapOptions& options) const {
  std::vector<Runner> runners;
  for (const Plan& plan : plans) runners.emplace_back([this, &plan](std::size_t turn) { return launch(plan, turn); });
  return race(runners, options);
}

}  // namespace lenslet

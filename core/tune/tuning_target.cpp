// Makes plans of one problem, and proves them on small inputs of all kinds and on inputs of its own size.
#include "tune/tuning_target.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/plan.hpp"
#include "session/state.hpp"
#include "tune/guarded_run.hpp"
#include "tune/parts_run.hpp"

namespace lenslet::tune {

TuningTarget::TuningTarget(const Session& session, const op::ProblemPtr& problem, const TryoutOptions& options)
    : TuningTarget(session, problem, std::make_shared<Stopwatch>(session, *problem, options.copies), options) {}

TuningTarget::TuningTarget(const Session& session, op::ProblemPtr problem, std::shared_ptr<const Stopwatch> stopwatch,
                           const TryoutOptions& options)
    : session_(session), problem_(std::move(problem)), options_(options), stopwatch_(std::move(stopwatch)) {}

std::optional<Exclusion> TuningTarget::excluded(const op::AnySchedule& schedule) const {
  return problem_->excluded(schedule, session_.device());
}

ocl::BuildResult TuningTarget::build(const op::AnySchedule& schedule, const std::string& source,
                                     const std::string& options) const {
  return state_of(session_).build(options_.tamper ? options_.tamper(schedule.spelling(), source) : source, options);
}

Plan TuningTarget::plan_of(const op::ProblemPtr& problem, const op::AnySchedule& schedule) const {
  return make_plan(
      session_, problem, {schedule, "tried", Origin::forced},
      [&](const std::string& source, const std::string& options) { return build(schedule, source, options); });
}

Candidate TuningTarget::make(const op::AnySchedule& schedule) const {
  const bool compares = options_.compare_code.value_or(session_.device().kind != DeviceKind::cpu);
  std::optional<std::string> code = compares ? problem_->launch_text(schedule) : std::nullopt;
  const auto noted = [&](const std::string& source, const std::string& options) {
    ocl::BuildResult built = build(schedule, source, options);
    const std::int64_t print = code ? ocl::fingerprint(built.program) : 0;
    if (print == 0) code.reset();
    if (code) *code += fmt::format(" {:x}", print);
    return built;
  };
  const Plan plan = make_plan(session_, problem_, {schedule, "tried", Origin::forced}, noted);
  return {plan, code.value_or("")};
}

std::optional<std::string> TuningTarget::mismatch_in(const op::Sample& sample, const op::AnySchedule& schedule) const {
  try {
    return mismatch(session_, plan_of(sample.problem, schedule), *sample.problem, sample.inputs);
  } catch (const Error& error) {
    if (!problem_->refuses_contents() || error.kind() != ErrorKind::invalid_argument) throw;
    return {};
  }
}

std::optional<std::string> TuningTarget::small_mismatch(const op::AnySchedule& schedule) const {
  for (const op::Sample& sample : problem_->small_samples(schedule)) {
    if (sample.problem->excluded(schedule, session_.device())) continue;
    if (const auto wrong = mismatch_in(sample, schedule))
      return sample.what.empty() ? *wrong : fmt::format("{}: {}", sample.what, *wrong);
  }
  return {};
}

std::optional<std::string> TuningTarget::large_mismatch(const Plan& plan,
                                                        const std::optional<op::AnySchedule>& proven) {
  const auto result_of = [this](const Plan& of) {
    return run_guarded(session_, of, stopwatch_->on_device(), problem_->outputs());
  };
  if (proven_.empty() && proven && *proven != schedule_of(plan))
    proven_ = result_of(plan_of(problem_, *proven)).outputs;
  GuardedResult result = result_of(plan);
  if (!result.mismatch.empty()) return result.mismatch;
  if (const op::Parts parts = problem_->parts(schedule_of(plan)); !parts.all.empty())
    return mismatch_with_parts(session_, parts, stopwatch_->inputs(), result.outputs, true);
  const auto wrong = problem_->mismatch_in_large(stopwatch_->inputs(), result.outputs, proven_);
  if (!wrong && proven_.empty()) proven_ = std::move(result.outputs);
  return wrong;
}

}  // namespace lenslet::tune

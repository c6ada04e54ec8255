// Runs a case on guarded values and compares the outputs with the reference.
#include <lenslet/verify.hpp>

#include <lenslet/error.hpp>

#include "op/cases.hpp"
#include "session/plan.hpp"
#include "session/problem.hpp"
#include "stencil/samples.hpp"
#include "tune/guarded_run.hpp"
#include "tune/region_runs.hpp"
#include "tune/task.hpp"

namespace lenslet {
namespace {

op::Sample sample_of(const VerifyCase& request, Size size) {
  Work work = request.work;
  std::vector<HostValue> values;
  for (ValueType& input : work.inputs) {
    auto& image = std::get<ImageType>(input);
    image.size = size;
    values.emplace_back(
        stencil::random_image(size, image.format, request.seed + static_cast<std::uint32_t>(values.size())));
  }
  return {op::problem_of(work), std::move(values), {}};
}

std::vector<op::Sample> samples_of(const VerifyCase& request, const op::ProblemPtr& problem) {
  if (request.sizes.empty()) return {{problem, request.values, {}}};
  std::vector<op::Sample> samples;
  for (const Size size : request.sizes) samples.push_back(sample_of(request, size));
  return samples;
}

std::optional<std::string> what_is_wrong(const Session& session, const Plan& plan, const VerifyCase& request,
                                         const op::Sample& sample) {
  const GuardedResult result = run_guarded(session, plan, sample.inputs, sample.problem->outputs());
  if (auto wrong = mismatch(session, *sample.problem, schedule_of(plan), sample.inputs, result)) return wrong;
  if (!request.regions) return {};
  return mismatch_in_regions(session, plan, sample.inputs, result.outputs);
}

VerifyResult judged(const Session& session, const VerifyCase& request) {
  const op::ProblemPtr problem = op::problem_of(request.work);
  check_arrays(session.device(), *problem);
  const Plan plan = plan_of(session, problem);
  for (const op::Sample& sample : samples_of(request, problem))
    if (const auto wrong = what_is_wrong(session, plan, request, sample)) return {Outcome::wrong, *wrong};
  return {};
}

}  // namespace

std::vector<VerifyCase> verification_cases(const Session& session, const Call& call, int effort) {
  const op::OpPtr found = op::find(call.op);
  const OpInfo& info = found->info;
  if (!info.pipeline && !call.arguments.empty())
    throw Error(ErrorKind::invalid_argument, info.name + ": its cases have arguments of their own; allowed: none");
  op::Op op = *found;
  for (Parameter& parameter : op.info.parameters)
    if (const auto given = call.arguments.find(parameter.name); given != call.arguments.end())
      parameter.initial = given->second;
  return op.proofs ? op.proofs(op, session.device(), effort) : op::cases_of(op, session.device(), effort);
}

std::vector<VerifyCase> verification_cases(const Session& session, const std::string& name, int effort) {
  return verification_cases(session, Call{name}, effort);
}

VerifyResult verify(const Session& session, const VerifyCase& request) {
  try {
    return judged(session, request);
  } catch (const Error& error) {
    return {outcome_of(error), error.what() + (error.detail().empty() ? "" : "\n" + error.detail())};
  }
}

}  // namespace lenslet

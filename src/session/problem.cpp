// Makes a call and its options a problem of the op's family.
#include "session/problem.hpp"

#include <lenslet/session.hpp>

#include "op/op.hpp"
#include "ops/filter.hpp"

namespace lenslet {

op::ProblemPtr make_problem(const Work& work) {
  return op::problem_of(work);
}

std::vector<std::string> array_schedules(const Session& session, const Call& call,
                                         const std::vector<ArrayType>& inputs) {
  const op::ProblemPtr problem = make_problem(array_work(call, inputs));
  std::vector<std::string> schedules{problem->untuned(session.device()).schedule};
  problem->space(session.device())->each([&](const std::string& schedule) {
    if (schedule != schedules.front()) schedules.push_back(schedule);
    return true;
  });
  return schedules;
}

stencil::Problem problem_of(const Call& call, PixelFormat input, const FilterOptions& options) {
  return ops::stencil_problem(ops::filter_of(op::find(call.op, ValueKind::image)), call, input, options);
}

}  // namespace lenslet

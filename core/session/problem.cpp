// Works for a format alone, schedules of array ops, and problems of filters.
#include "session/problem.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "ops/filter.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

// The size of a photograph. It is used for a plan of every size where the caller names no size.
constexpr Size usual_size{2048, 2048};

[[noreturn]] void refuse_any_size(const Call& call, const std::string& why) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: {}, and a plan for a format alone knows no size; allowed: with OpOptions::size, or "
                          "for a Work",
                          system::shown_name(call.op), why));
}

}  // namespace

Work work_for_format(const Call& call, PixelFormat format, const OpOptions& options) {
  if (options.size) return image_work(call, format, *options.size, options);
  const op::OpPtr op = op::find(call.op, ValueKind::image);
  if (!op->info.of_arrays() && op::is_for_one_size(*op, call))
    refuse_any_size(call, "its plans are for images of one size");
  Work work = image_work(call, format, usual_size, options);
  if (!op::problem_of(work)->serves_every_size())
    refuse_any_size(call, "with the border 'discard' its plans are for images of one size");
  return work;
}

std::vector<std::string> array_schedules(const Session& session, const Call& call,
                                         const std::vector<ArrayType>& inputs) {
  const op::ProblemPtr problem = op::problem_of(array_work(call, inputs));
  std::vector<std::string> schedules{problem->untuned(session.device()).schedule.spelling()};
  problem->space(session.device())->each([&](const op::AnySchedule& schedule) {
    if (schedule.spelling() != schedules.front()) schedules.push_back(schedule.spelling());
    return true;
  });
  return schedules;
}

stencil::Problem problem_of(const Call& call, PixelFormat input, const OpOptions& options) {
  const op::OpPtr op = op::find(call.op, ValueKind::image);
  return ops::stencil_problem(*op, call, input, options);
}

}  // namespace lenslet

// A call and its options as a problem of the op's family.
#include "session/problem.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "array/array_problem.hpp"
#include "ops/op.hpp"
#include "stencil/image_problem.hpp"

namespace lenslet {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

// Of an op of images: an op of arrays may have the same name, as mean does.
PixelFormat format_of(const Work& work) {
  if (work.inputs.size() != 1)
    refuse(fmt::format("{}: {} inputs, allowed: 1, an image", work.call.op, work.inputs.size()));
  const auto& image = std::get<ImageType>(work.inputs.front());
  check(image.format);
  if (image.size.width < 1 || image.size.height < 1)
    refuse(fmt::format("an image of {} x {}; sides are at least 1", image.size.width, image.size.height));
  if (image.layers != 1 && !work.options.layered)
    refuse(fmt::format("an image of {} layers; allowed: 1, or more with FilterOptions::layered", image.layers));
  return image.format;
}

}  // namespace

op::ProblemPtr make_problem(const Work& work) {
  const bool of_images = !work.inputs.empty() && std::holds_alternative<ImageType>(work.inputs.front());
  if (!of_images) return array::make_array_problem(array::find(work.call.op), work);
  return stencil::make_image_problem(work, problem_of(work.call, format_of(work), work.options));
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
  const ops::Op& op = ops::find(call.op);
  stencil::Problem problem;
  problem.stencil = op.stencil(op::Arguments(op.info, call.arguments), input.type);
  problem.input = input;
  problem.output = options.ddepth.value_or(input.type);
  problem.border = options.border;
  problem.border_value = options.border_value;
  problem.keep_alpha = input.alpha && options.alpha == Alpha::keep;
  problem.layered = options.layered;
  return problem;
}

}  // namespace lenslet

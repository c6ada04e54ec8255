// Decides which calls can leave missing samples out.
#include "ops/masked.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ops/masked_chain.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

using pipeline::ValueId;

// Why a filter's windows cannot leave samples out; empty where they can.
std::string why_not_masked(const op::Op& op, const stencil::Stencil& window, const Work& work) {
  if (work.options.layered) return "images of several layers are filtered in one launch";
  if (window.outputs.size() != 1 || window.masks.size() > 1) return "it has several masks";
  if (window.masks.size() == 1 && !window.body.empty()) return "a function makes its result of the sum";
  if (window.masks.empty() && !op.averages && window.extreme == stencil::Extreme::none)
    return "it needs all samples of a window";
  return {};
}

// The work with the alpha of the call. Missing samples have weights of their own and do not mix with those of alpha.
Work with_alpha(const OpInfo& info, Work work) {
  constexpr Alpha kept[] = {Alpha::keep, Alpha::filter};
  work.options.alpha = op::alpha_of(info, work, kept, "missing samples have weights of their own");
  return work;
}

bool is_of_samples(const point::Function& function, const Work& work) {
  const auto& formats = work.inputs;
  if (function.layout != point::Layout::samples || function.outputs.size() != 1) return false;
  return std::ranges::all_of(formats, [&](const ValueType& type) {
    const PixelFormat& format = std::get<ImageType>(type).format;
    return format.channels == function.outputs.front().channels && format.alpha == function.outputs.front().alpha;
  });
}

op::ProblemPtr points_problem(const op::OpPtr& op, const Work& given) {
  const Work work = with_alpha(op->info, given);
  const Gaps gaps(work.options);
  const op::ProblemPtr whole = op::unmasked_problem(op, work);
  Chain chain(work.inputs.size(), work.options.alpha);
  std::vector<ValueId> images;
  for (ValueId id = 0; id < work.inputs.size(); ++id) images.push_back(id);
  ValueId result = chain.add({.op = work.call.op,
                              .known = op,
                              .arguments = work.call.arguments,
                              .depth = work.options.ddepth,
                              .alpha = work.options.alpha},
                             images);
  ArgumentMap arguments = gaps.mark(gaps.arguments());
  arguments["apart"] = true;
  for (const ValueId id : images) {
    const SampleType type = std::get<ImageType>(work.inputs[id]).format.type;
    if (!gaps.may_be_in(type)) continue;
    gaps.check(op->info, type);
    result = chain.points("blank", arguments, {result, id});
    arguments["apart"] = false;  // samples that are marked stay so
  }
  gaps.check_result(op->info, std::get<ImageType>(whole->outputs().front()).format.type);
  return std::move(chain).problem(result, whole->output_names().front(), work);
}

}  // namespace

op::ProblemPtr masked_problem(const op::OpPtr& op, const Work& given) {
  const Work work = with_alpha(op->info, given);
  const SampleType type = std::get<ImageType>(work.inputs.front()).format.type;
  const op::ProblemPtr whole = op::unmasked_problem(op, work);
  const Gaps gaps(work.options);
  const stencil::Stencil window = op->stencil(Arguments(op->info, work.call.arguments), type);
  const std::string reason = why_not_masked(*op, window, work);
  if (!reason.empty()) op::refuse_missing(op->info, reason);
  if (window.radius_x + window.radius_y == 0) return points_problem(op, given);
  const SampleType result = std::get<ImageType>(whole->outputs().front()).format.type;
  gaps.check(op->info, type);
  gaps.check_result(op->info, result);
  return masked_windows(op, work, result);
}

op::Op masked_points(op::Op op) {
  if (!op.point || op.stencil) return op;
  op.masked = [](const op::OpPtr& self, const Work& work) {
    const point::Function function = self->point(op::instance_of(*self, work.call, work.inputs));
    if (function.copies) return op::unmasked_problem(self, work);
    for (const ValueType& type : work.inputs)
      if (const SampleType samples = std::get<ImageType>(type).format.type; !is_filter_type(samples))
        op::refuse_missing(self->info, fmt::format("samples of {}", name_of(samples)));
    if (!is_of_samples(function, work)) op::refuse_missing(self->info, "it makes samples of several channels");
    return points_problem(self, work);
  };
  return op;
}

}  // namespace lenslet::ops

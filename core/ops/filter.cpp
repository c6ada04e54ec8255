// Makes the problems of filters.
#include "ops/filter.hpp"

#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "names.hpp"
#include "ops/masked.hpp"
#include "ops/weighted.hpp"
#include "stencil/image_problem.hpp"
#include "stencil/reads.hpp"
#include "system/printable.hpp"

namespace lenslet::ops {
namespace {

// Checks several inputs: all must be like the first, and single images.
void check_alike(const Work& work, const op::Op& op) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorKind::invalid_argument, fmt::format("{}: {}", system::shown_name(op.info.name), what));
  };
  if (work.inputs.size() > 1 && work.options.layered) refuse("images of several layers; allowed: single images");
  const auto& first = std::get<ImageType>(work.inputs.front());
  for (const ValueType& input : work.inputs)
    if (const auto& image = std::get<ImageType>(input); image != first)
      refuse(fmt::format("images of {} and {}; allowed: one format and size", to_string(first), to_string(image)));
}

// Checks that results are left. The border `discard` leaves no pixel of an image that is smaller than a window.
void check_leaves_results(const op::Op& op, const stencil::Problem& problem, Size image) {
  const Size results = stencil::result_size(problem, image);
  if (results.width > 0 && results.height > 0) return;
  throw Error(
      ErrorKind::invalid_argument,
      fmt::format("{}: the border 'discard' leaves no pixel of {} x {} by windows of {} x {}; allowed: larger "
                  "images, or another border",
                  system::shown_name(op.info.name), image.width, image.height, problem.width(), problem.height()));
}

// Names the accuracies that have a meaning for the problem: "exact, level".
std::string meant_accuracies(stencil::Problem problem) {
  std::vector<std::string> names;
  for (const Accuracy accuracy : accuracies) {
    problem.accuracy = accuracy;
    if (!why_no_accuracy(problem)) names.emplace_back(name_of(accuracy));
  }
  return joined(names);
}

op::ProblemPtr make_filter_problem(const op::OpPtr& op, const Work& work) {
  const auto& image = std::get<ImageType>(work.inputs.front());
  check_alike(work, *op);
  if (image.layers != 1 && !work.options.layered)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("an image of {} layers; allowed: 1, or more with OpOptions::layered", image.layers));
  stencil::Problem problem = stencil_problem(*op, work.call, image.format, work.options);
  if (const auto reason = why_no_accuracy(problem))
    op::refuse_accuracy(op->info, problem.accuracy, *reason, meant_accuracies(problem));
  check_leaves_results(*op, problem, image.size);
  if (problem.input.alpha && weighs_colours(*op, work, problem)) return weighted_problem(op, work, problem);
  return stencil::make_image_problem(work, std::move(problem));
}

}  // namespace

op::Op filter_op(OpInfo info, std::function<stencil::Stencil(const Arguments&, SampleType)> stencil,
                 std::vector<ArgumentMap> samples, std::vector<ArgumentMap> reaching) {
  return {.info = std::move(info),
          .problem = make_filter_problem,
          .proofs = filter_cases,
          .stencil = std::move(stencil),
          .samples = std::move(samples),
          .reaching = std::move(reaching),
          .masked = masked_problem};
}

namespace {

SampleType output_type(const op::Op& op, PixelFormat input, const OpOptions& options) {
  const SampleType type = options.ddepth.value_or(input.type);
  if (is_filter_type(type)) return type;
  std::vector<std::string_view> allowed;
  for (const SampleType one : filter_types) allowed.push_back(name_of(one));
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: an output of {}; allowed: {}", full_name(op.info),
                                                       name_of(type), fmt::join(allowed, ", ")));
}

}  // namespace

stencil::Problem stencil_problem(const op::Op& op, const Call& call, PixelFormat input, const OpOptions& options) {
  if (!op.stencil) throw Error(ErrorKind::invalid_argument, fmt::format("{} is no filter", full_name(op.info)));
  stencil::Problem problem;
  problem.stencil = op.stencil(Arguments(op.info, call.arguments), input.type);
  problem.input = input;
  problem.output = output_type(op, input, options);
  problem.border = options.border.value_or(usual_border);
  problem.border_value = options.border_value;
  problem.keep_alpha = input.alpha && options.alpha.value_or(Alpha::keep) == Alpha::keep;
  problem.layered = options.layered;
  problem.accuracy = options.accuracy.value_or(Accuracy::exact);
  if (problem.accuracy == Accuracy::level) problem.fixed_point = stencil::fixed_point_of(problem.stencil);
  if (problem.accuracy == Accuracy::half && !why_no_accuracy(problem))
    problem.half_sums = stencil::half_sums_of(problem.stencil);
  return problem;
}

}  // namespace lenslet::ops

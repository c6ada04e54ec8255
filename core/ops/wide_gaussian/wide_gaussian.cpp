// The op for Gaussians that are wider than masks. Users know it as `gaussian`.
#include "ops/wide_gaussian/wide_gaussian.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <lenslet/sample.hpp>

#include "op/cases.hpp"
#include "op/op_problem.hpp"
#include "ops/filter.hpp"
#include "ops/outside.hpp"
#include "stencil/masks.hpp"
#include "stencil/reads.hpp"

namespace lenslet::ops {
namespace {

// The widest sigma whose mask is a filter's.
double widest_of_filters(SampleType type) {
  return (stencil::max_mask - 0.5) / (type == SampleType::u8 ? 6 : 8);
}

bool has_no_mask(const Arguments& arguments) {
  return arguments.integer("ksize") == 0 && arguments.integer("ksize_y") == 0 && arguments.real("sigma") > 0;
}

bool is_wide(const Arguments& arguments, double widest) {
  const WideSigmas sigmas = wide_sigmas(arguments);
  return has_no_mask(arguments) && std::max(sigmas.x, sigmas.y) > widest;
}

Rect reads_of(const op::Instance& problem, const Rect& region, std::size_t) {
  const WideSigmas sigmas = wide_sigmas(problem.arguments);
  return stencil::reads_of(region, {wide_reach(sigmas.x), wide_reach(sigmas.y)}, problem.border,
                           problem.inputs.image(0).size);
}

// A result of the input's type, or of the one that the caller wants.
op::Op wide_op(const OpInfo& info, std::optional<SampleType> depth) {
  op::Op op;
  op.info = info;
  op.outputs = [depth](const Arguments&, const op::Types& inputs) -> op::Types {
    ImageType made = inputs.image(0);
    made.format.type = depth.value_or(made.format.type);
    return std::vector<ValueType>{made};
  };
  if (depth) op.version = fmt::format("to {}", name_of(*depth));
  op.alphas = {Alpha::premultiply, Alpha::keep, Alpha::filter};
  op.borders = window_borders();
  op.space = [](const op::Instance&, const DeviceInfo&) { return wide_space(); };
  op.initial = wide_initial;
  op.rule = wide_rule;
  op.make = wide_make;
  op.reads = reads_of;
  op.mismatch = wide_mismatch;
  op.cases = [depth](int effort) {
    std::vector<op::Case> cases = wide_cases(depth ? 0 : effort);
    for (op::Case& one : cases) one.options.ddepth = depth;
    return cases;
  };
  return op;
}

// Other types than those of filters get the usual op, which refuses them.
const op::Op& wide_op_of(const OpInfo& info, std::optional<SampleType> depth = {}) {
  static const op::Op own = wide_op(info, {});
  static const std::vector<op::Op> others = [&info] {
    std::vector<op::Op> ops;
    for (const SampleType type : filter_types) ops.push_back(wide_op(info, type));
    return ops;
  }();
  const auto* found = depth ? std::ranges::find(filter_types, *depth) : std::end(filter_types);
  return found == std::end(filter_types) ? own : others[static_cast<std::size_t>(found - std::begin(filter_types))];
}

bool is_wide(const Work& work, const OpInfo& info) {
  const auto* image = std::get_if<ImageType>(&work.inputs.front());
  return image != nullptr && is_wide(Arguments(info, work.call.arguments), widest_of_filters(image->format.type));
}

}  // namespace

WideSigmas wide_sigmas(const Arguments& arguments) {
  const double x = arguments.real("sigma"), y = arguments.real("sigma_y");
  return {x, y > 0 ? y : x};
}

bool is_wide_sigma(double sigma, SampleType type) {
  return sigma > widest_of_filters(type);
}

bool wide_is_weighted(const op::Instance& problem) {
  return problem.inputs.image(0).format.alpha && problem.alpha == Alpha::premultiply;
}

bool wide_keeps_alpha(const op::Instance& problem) {
  return problem.inputs.image(0).format.alpha && problem.alpha == Alpha::keep;
}

std::vector<double> wide_outside(const op::Instance& problem) {
  const PixelFormat format = problem.inputs.image(0).format;
  std::vector<double> outside;
  for (int c = 0; c < format.channels; ++c)
    outside.push_back(store_value(problem.border_value[static_cast<std::size_t>(c)], format.type));
  if (wide_is_weighted(problem))
    for (std::size_t c = 0; c + 1 < outside.size(); ++c) outside[c] *= outside.back();
  return outside;
}

op::Op with_wide_gaussian(op::Op gaussian) {
  const auto filter = gaussian.problem;
  gaussian.problem = [filter](const op::OpPtr& self, const Work& work) {
    if (!is_wide(work, self->info)) return filter(self, work);
    return op::make_op_problem(op::held(wide_op_of(self->info, work.options.ddepth)), work);
  };
  gaussian.for_one_size = [](const op::Op& self, const Call& call) {
    return is_wide(Arguments(self.info, call.arguments), widest_of_filters(SampleType::f32));
  };
  gaussian.proofs = [filter = gaussian.proofs](const op::Op& self, const DeviceInfo& device, int effort) {
    std::vector<VerifyCase> proofs = filter(self, device, effort);
    std::ranges::move(op::cases_of(wide_op_of(self.info), device, effort), std::back_inserter(proofs));
    std::ranges::move(op::untuned_cases(wide_op_of(self.info, SampleType::f32), 0), std::back_inserter(proofs));
    return proofs;
  };
  gaussian.masked = [masked = gaussian.masked](const op::OpPtr& self, const Work& work) {
    if (is_wide(work, self->info)) op::refuse_missing(self->info, "its sigma makes it wider than masks of 127 pixels");
    return masked(self, work);
  };
  return gaussian;
}

}  // namespace lenslet::ops

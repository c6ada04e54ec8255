// The op for Gaussians that are wider than masks. Users know it as `gaussian`.
#include "ops/wide_gaussian/wide_gaussian.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lenslet/sample.hpp>

#include "op/cases.hpp"
#include "op/op_problem.hpp"
#include "ops/filter.hpp"
#include "ops/outside.hpp"
#include "ops/wide_gaussian/direct_gaussian.hpp"
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

// What a caller wants: a result of the input's type or of another, on a grid or not.
struct WideWish {
  std::optional<SampleType> depth = {};
  WideWay way = WideWay::grid;

  // GCC 12 takes the one that it makes for a read of a depth that is not there.
  bool operator==(const WideWish& other) const {
    return way == other.way && depth.has_value() == other.depth.has_value() &&
           depth.value_or(SampleType::u8) == other.depth.value_or(SampleType::u8);
  }
};

// What differs where all taps are summed.
void sum_all_taps(op::Op& op) {
  op.version += op.version.empty() ? "by all taps" : " by all taps";
  op.accuracies = {Accuracy::exact};
  op.accuracy = "exact";
  op.space = [](const op::Instance&, const DeviceInfo&) { return direct_space(); };
  op.initial = direct_initial;
  op.rule = direct_rule;
  op.make = direct_make;
  op.reads = [](const op::Instance& problem, const Rect& region, std::size_t) { return direct_reads(problem, region); };
}

op::Op wide_op(const OpInfo& info, const WideWish& wish) {
  const std::optional<SampleType> depth = wish.depth;
  const WideWay way = wish.way;
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
  op.accuracies = {Accuracy::level};
  op.accuracy = fmt::format(
      "within {} of the distance of the least and the greatest sample: sums on a coarse grid; exact where the call "
      "says so",
      wide_error);
  if (way == WideWay::direct) sum_all_taps(op);
  op.mismatch = [way](const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
    return wide_mismatch(problem, in, out, way);
  };
  op.cases = [wish](int effort) {
    std::vector<op::Case> cases = wide_cases(wish.depth ? 0 : effort);
    for (op::Case& one : cases) {
      one.options.ddepth = wish.depth;
      if (wish.way == WideWay::direct) one.options.accuracy = Accuracy::exact;
      if (wish.way == WideWay::direct) one.what += ", exact";
    }
    return cases;
  };
  return op;
}

// Other types than those of filters get the usual op, which refuses them.
const op::Op& wide_op_of(const OpInfo& info, WideWish wish) {
  static const std::vector<std::pair<WideWish, op::Op>> ops = [&info] {
    std::vector<std::pair<WideWish, op::Op>> all;
    for (const WideWay way : {WideWay::grid, WideWay::direct}) {
      all.emplace_back(WideWish{{}, way}, wide_op(info, {{}, way}));
      for (const SampleType type : filter_types) all.emplace_back(WideWish{type, way}, wide_op(info, {type, way}));
    }
    return all;
  }();
  if (wish.depth && !is_filter_type(*wish.depth)) wish.depth.reset();
  return std::ranges::find(ops, wish, &std::pair<WideWish, op::Op>::first)->second;
}

// Why the accuracy that the call allows has no meaning for its images.
std::optional<std::string> why_not_wide(const Work& work) {
  const SampleType type = std::get<ImageType>(work.inputs.front()).format.type;
  const SampleType made = work.options.ddepth.value_or(type);
  if (work.options.accuracy == Accuracy::half) return "a Gaussian that is wider than masks is summed in f32";
  if (work.options.accuracy != Accuracy::level) return {};
  if (!is_integer(made)) return fmt::format("results of {} have no levels", name_of(made));
  if (type != SampleType::u8) return fmt::format("a grid may lie more than a level of {} away", name_of(type));
  return {};
}

op::ProblemPtr wide_problem(const OpInfo& info, Work work) {
  if (const auto reason = why_not_wide(work)) op::refuse_accuracy(info, *work.options.accuracy, *reason);
  const WideWay way = work.options.accuracy == Accuracy::exact ? WideWay::direct : WideWay::grid;
  const op::Op& op = wide_op_of(info, {work.options.ddepth, way});
  return op::make_op_problem(op::held(op), std::move(work));
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
    return wide_problem(self->info, work);
  };
  gaussian.for_one_size = [](const op::Op& self, const Call& call) {
    return is_wide(Arguments(self.info, call.arguments), widest_of_filters(SampleType::f32));
  };
  gaussian.proofs = [filter = gaussian.proofs](const op::Op& self, const DeviceInfo& device, int effort) {
    std::vector<VerifyCase> proofs = filter(self, device, effort);
    for (const WideWay way : {WideWay::grid, WideWay::direct}) {
      std::ranges::move(op::cases_of(wide_op_of(self.info, {{}, way}), device, effort), std::back_inserter(proofs));
      std::ranges::move(op::untuned_cases(wide_op_of(self.info, {SampleType::f32, way}), 0),
                        std::back_inserter(proofs));
    }
    return proofs;
  };
  gaussian.masked = [masked = gaussian.masked](const op::OpPtr& self, const Work& work) {
    if (is_wide(work, self->info)) op::refuse_missing(self->info, "its sigma makes it wider than masks of 127 pixels");
    return masked(self, work);
  };
  return gaussian;
}

}  // namespace lenslet::ops

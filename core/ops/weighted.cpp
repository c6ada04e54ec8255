// Weights the colours of images with alpha, by a pipeline of three ops with f32 between them.
#include "ops/weighted.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <lenslet/error.hpp>

#include "pipeline/problem.hpp"
#include "stencil/image_problem.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

constexpr double min_sum = 1e-6;  // of taps, as a share of their magnitudes: a smaller sum is only rounding

bool has_one_mask(const stencil::Stencil& stencil) {
  return stencil.masks.size() == 1 && stencil.body.empty() && stencil.radius_x + stencil.radius_y > 0;
}

// Whether the mask is a mean: its weights then add up to 1.
bool has_weights(const stencil::Mask& mask) {
  double size = 0;
  for (const double tap : mask.taps) size += std::abs(tap);
  return sum_of_taps(mask) > min_sum * size;
}

// Why the filter's results are no means of pixels; empty where they are.
std::string why_no_means(const op::Op& op, const Work& work, const stencil::Problem& problem) {
  if (work.options.layered) return "images of several layers are filtered in one launch";
  if (op.averages) return {};
  if (!has_one_mask(problem.stencil)) return "it makes no mean of pixels, in which colours could be weighted";
  if (!has_weights(problem.stencil.masks.front())) return "its taps have no positive sum by which to divide";
  return {};
}

// What the filter makes of an image of one value: result = gain * value + delta.
struct Line {
  double gain = 1, delta = 0;

  bool is_mean() const { return std::abs(gain - 1) < min_sum && delta == 0; }
};

Line line_of(const stencil::Stencil& stencil) {
  return stencil.masks.empty() ? Line{} : Line{sum_of_taps(stencil.masks.front()) * stencil.scale, stencil.delta};
}

// Makes the stencil of the image's own type into one for samples of f32, whose weights add up to 1.
stencil::Stencil mean_of(const op::Op& op, const Call& call, SampleType type) {
  const Arguments arguments(op.info, call.arguments);
  stencil::Stencil meant = op.stencil(arguments, type);
  if (meant.masks.empty()) return op.stencil(arguments, SampleType::f32);
  const Line line = line_of(meant);
  const double scale = line.is_mean() ? meant.scale : 1 / sum_of_taps(meant.masks.front());
  return stencil::linear(std::move(meant.masks), scale, 0, SampleType::f32);
}

// Weights the border's value like pixels in the image.
std::array<double, 4> weighted_value(std::array<double, 4> value, PixelFormat format) {
  const double white = max_value(format.type);
  const auto last = static_cast<std::size_t>(format.channels - 1);
  for (double& sample : value)
    if (is_integer(format.type)) sample = std::clamp(std::nearbyint(sample), 0.0, white);
  for (std::size_t i = 0; i < last; ++i) value[i] *= value[last] / white;
  return value;
}

// Makes the filter on weighted colours.
struct MakeMean {
  op::OpPtr op;
  PixelFormat format;  // of the image

  op::ProblemPtr operator()(const Work& given) const {
    Work work = given;
    work.options.ddepth = SampleType::f32;
    work.options.accuracy = Accuracy::exact;
    work.options.alpha = Alpha::filter;
    work.options.border_value = weighted_value(work.options.border_value, format);
    stencil::Problem problem = stencil_problem(*op, work.call, format, work.options);
    problem.stencil = mean_of(*op, work.call, format.type);
    problem.input = std::get<ImageType>(work.inputs.front()).format;
    return stencil::make_image_problem(std::move(work), std::move(problem));
  }
};

std::string name_of_type(SampleType type) {
  return std::string(name_of(type));
}

pipeline::Definition weighted_definition(const op::OpPtr& op, const Work& work, const stencil::Problem& problem) {
  const PixelFormat& format = problem.input;
  const Line line = line_of(problem.stencil);
  const SampleType unweighted = line.is_mean() ? problem.output : SampleType::f32;
  pipeline::Definition all;
  all.values = {"image", {}, {}, {}};
  all.inputs = 1;
  all.nodes = {{.op = "premultiply", .arguments = {{"to", name_of_type(SampleType::f32)}}, .alpha = Alpha::keep},
               {.op = work.call.op,
                .known = op,
                .arguments = work.call.arguments,
                .alpha = Alpha::filter,
                .problem = MakeMean{op, format}},
               {.op = "unpremultiply",
                .arguments = {{"to", name_of_type(unweighted)}, {"white", max_value(format.type)}},
                .depth = unweighted,
                .alpha = Alpha::keep}};
  if (!line.is_mean()) {
    all.values.emplace_back();
    all.nodes.push_back({.op = "brightness",
                         .arguments = {{"scale", line.gain}, {"delta", line.delta}},
                         .depth = problem.output,
                         .alpha = Alpha::keep});
  }
  for (std::size_t i = 0; i < all.nodes.size(); ++i) {
    all.nodes[i].inputs = {i};
    all.nodes[i].outputs = {i + 1};
  }
  all.values.back() = problem.stencil.outputs.front();
  all.outputs = {all.nodes.size()};
  return all;
}

}  // namespace

double sum_of_taps(const stencil::Mask& mask) {
  double sum = 0;
  for (const double tap : mask.taps) sum += tap;
  return sum;
}

bool weighs_colours(const op::Op& op, const Work& work, const stencil::Problem& problem) {
  constexpr Alpha means[] = {Alpha::premultiply, Alpha::keep, Alpha::filter};
  const std::string reason = why_no_means(op, work, problem);
  const auto allowed = std::span(means).subspan(reason.empty() ? 0 : 1);
  return op::alpha_of(op.info, work, allowed, reason) == Alpha::premultiply;
}

op::ProblemPtr weighted_problem(const op::OpPtr& op, const Work& work, const stencil::Problem& problem) {
  Work whole = work;
  whole.options.accuracy = Accuracy::exact;  // sums of f32 are enough
  whole.options.alpha.reset();               // each node has its own
  auto definition = std::make_shared<const pipeline::Definition>(weighted_definition(op, work, problem));
  return pipeline::make_problem(std::move(definition), std::move(whole), work.call.op);
}

}  // namespace lenslet::ops

// Makes a plan: schedule, programs, kernels with the arguments that no image changes.
#include "stencil/plan.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "stencil/compose.hpp"
#include "stencil/parts.hpp"

namespace lenslet::stencil {
namespace {

// Places of the kernels' arguments; see KERNEL_PARAMETERS in kernels.cl.
constexpr unsigned border_value_argument = 5;
constexpr unsigned parameter_argument = 7;
constexpr std::uint64_t widest_frame_group = 64;

std::array<float, 4> border_argument(const Problem& problem) {
  std::array<float, 4> value{};
  for (std::size_t c = 0; c < value.size(); ++c)
    value[c] = static_cast<float>(store_value(problem.border_value[c], problem.input.type));
  return value;
}

// Sets what all images share and returns the place of the first output.
unsigned set_constants(ocl::Kernel& kernel, const Problem& problem, const Composition& composition,
                       const std::optional<ocl::Buffer>& taps) {
  kernel.set(border_value_argument, border_argument(problem));
  if (!taps) return parameter_argument;
  kernel.set(parameter_argument, *taps);
  kernel.set(parameter_argument + 1, composition.scale);
  kernel.set(parameter_argument + 2, composition.delta.data(), composition.delta.size());
  return parameter_argument + 3;
}

std::optional<ocl::Buffer> upload_taps(const ocl::Queue& queue, const Composition& composition) {
  if (composition.taps.empty()) return {};
  const ocl::Buffer buffer = queue.allocate(composition.taps.size());
  queue.write(buffer, 0, composition.taps);
  return buffer;
}

Step make_step(const ocl::Queue& queue, const Part& part, const Composition& composition, const ocl::Program& program) {
  Step step{ocl::Kernel(program, "block"), {}, upload_taps(queue, composition), part.outputs};
  step.input = part.input;
  step.radius_x = part.problem.stencil.radius_x;
  step.radius_y = part.problem.stencil.radius_y;
  step.first_output_argument = set_constants(step.block, part.problem, composition, step.taps);
  if (leaves_edges(part.schedule.edges)) {
    step.frame.emplace(program, "frame");
    set_constants(*step.frame, part.problem, composition, step.taps);
  }
  return step;
}

Padding make_padding(const Problem& problem, const ocl::Program& program) {
  Padding padding{ocl::Kernel(program, "pad"), {}};
  padding.kernel.set(border_value_argument, border_argument(problem));
  return padding;
}

// One text that compiles by itself: of several programs, which define the same names, PROGRAM chooses one.
std::string joined_sources(const std::vector<std::string>& sources) {
  if (sources.size() == 1) return sources.front();
  std::string text = "#ifndef PROGRAM\n#define PROGRAM 0\n#endif\n";
  for (std::size_t i = 0; i < sources.size(); ++i)
    text += fmt::format("\n#if PROGRAM == {}\n{}\n#endif\n", i, sources[i]);
  return text;
}

}  // namespace

std::shared_ptr<const Plan::State> make_plan(const ocl::Queue& queue, Problem problem, const Choice& choice,
                                             const Builder& build) {
  const DeviceInfo& device = queue.device().info();
  auto plan = std::make_shared<Plan::State>(queue, std::move(problem));
  plan->schedule = choice.schedule;
  plan->origin = choice.origin;
  plan->reason = choice.reason;
  plan->frame_group = std::min<std::uint64_t>(widest_frame_group, device.max_group);

  const Target target{static_cast<int>(plan->frame_group), device.fast_fma};
  std::vector<std::string> sources;
  for (const Part& part : parts_of(plan->problem, choice.schedule, device)) {
    const Composition composition = compose(part.problem, part.schedule, part.masks, target);
    const ocl::BuildResult built = build(composition.source);
    plan->build_ms += built.ms;
    plan->cache = std::max(plan->cache, built.cache);
    sources.push_back(composition.source);
    plan->steps.push_back(make_step(queue, part, composition, built.program));
    for (const int place : part.outputs)
      if (place >= static_cast<int>(plan->problem.stencil.outputs.size())) plan->intermediate_memory.emplace_back();
    if (choice.schedule.edges == Edges::pad && !plan->padding)
      plan->padding = make_padding(plan->problem, built.program);
  }
  plan->source = joined_sources(sources);
  return plan;
}

}  // namespace lenslet::stencil

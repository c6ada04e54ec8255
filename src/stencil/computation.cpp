// Makes programs, and kernels with the arguments that no image changes.
#include "stencil/computation.hpp"

#include <algorithm>

#include "stencil/compose.hpp"
#include "stencil/parts.hpp"

namespace lenslet::stencil {
namespace {

constexpr std::uint64_t widest_frame_group = 64;

std::array<float, 4> border_argument(const Problem& problem) {
  std::array<float, 4> value{};
  for (std::size_t c = 0; c < value.size(); ++c)
    value[c] = static_cast<float>(store_value(problem.border_value[c], problem.input.type));
  return value;
}

// Sets what all images share.
void set_constants(ocl::Kernel& kernel, const Step& step, const Problem& problem, const Composition& composition) {
  const Operands& operands = step.operands;
  kernel.set(operands.border_value, border_argument(problem));
  if (!step.taps) return;
  kernel.set(operands.taps, *step.taps);
  kernel.set(operands.scale, composition.scale);
  kernel.set(operands.delta, composition.delta.data(), composition.delta.size());
}

std::optional<ocl::Buffer> upload_taps(const ocl::Queue& queue, const Composition& composition) {
  if (composition.taps.empty()) return {};
  const ocl::Buffer buffer = queue.allocate(composition.taps.size());
  queue.write(buffer, 0, composition.taps);
  return buffer;
}

Step make_step(const ocl::Queue& queue, const Part& part, const Composition& composition, const ocl::Program& program) {
  Step step{ocl::Kernel(program, "block"), {}, upload_taps(queue, composition), part.outputs, {}, {}, {}};
  step.operands = stencil_operands(part.problem.layered, step.taps.has_value(), static_cast<int>(part.outputs.size()));
  step.input = part.input;
  step.radius = {part.problem.stencil.radius_x, part.problem.stencil.radius_y};
  set_constants(step.block, step, part.problem, composition);
  if (leaves_edges(part.schedule.edges)) {
    step.frame.emplace(program, "frame");
    set_constants(*step.frame, step, part.problem, composition);
  }
  return step;
}

Padding make_padding(const Problem& problem, const ocl::Program& program) {
  Padding padding{ocl::Kernel(program, "pad"), padding_operands(problem.layered), {}};
  padding.kernel.set(padding.operands.border_value, border_argument(problem));
  return padding;
}

}  // namespace

Computation::Computation(const ocl::Queue& on, Problem what, const Schedule& how, const op::Build& build)
    : queue(on), problem(std::move(what)), schedule(how) {
  const DeviceInfo& device = queue.device().info();
  frame_group = std::min<std::uint64_t>(widest_frame_group, device.max_group);
  const Target target{static_cast<int>(frame_group), device.fast_fma};
  for (const Part& part : parts_of(problem, schedule, device)) {
    const Composition composition = compose(part.problem, part.schedule, part.masks, target);
    const ocl::Program program = build(composition.source, {}).program;
    steps.push_back(make_step(queue, part, composition, program));
    for (const int place : part.outputs)
      if (place >= static_cast<int>(problem.stencil.outputs.size())) intermediate_memory.emplace_back();
    if (schedule.edges == Edges::pad && !padding) padding = make_padding(problem, program);
  }
}

// Beside copies of inputs in another storage than the schedule's.
std::vector<std::string> Computation::stages() const {
  std::vector<std::string> names;
  if (padding) names.emplace_back("pad");
  for (const Step& step : steps) {
    names.emplace_back("block");
    if (step.frame) names.emplace_back("frame");
  }
  return names;
}

}  // namespace lenslet::stencil

// Runs a plan for all of its results or for a region, into new values or the caller's.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/layout.hpp"
#include "image/rect.hpp"
#include "ocl/foreign.hpp"
#include "session/after.hpp"
#include "session/memory.hpp"
#include "session/plan.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

void finish(const Launch& launch, const RunOptions& options) {
  options.limit ? launch.wait(*options.limit) : launch.wait();
  if (options.timing) *options.timing = launch.timing();
}

void check_makes_images(const Plan::State& plan) {
  for (const ValueType& type : plan.outputs)
    if (!std::holds_alternative<ImageType>(type))
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("an image for a plan of {}, which makes {}", plan.problem->op(), to_string(type)));
}

// Allocates an output. A new image knows its place in the whole, so that the next plan makes the right borders.
DeviceImage output_for(const Plan::State& plan, const ValueType& type, const DeviceImage& input, const Rect& region) {
  const Size whole = result_size(plan, input.whole());
  check_region(region, whole);
  return allocate_image(state_of(plan.session).queue, region.size(), std::get<ImageType>(type).format,
                        plan.computation->output_storage(), input.layers())
      .as_part({whole, region.x, region.y});
}

// Throws where the plan cannot compute the region of inputs of this size.
void check_computes(const Plan::State& plan, const Rect& region, Size inputs) {
  if (!plan.computation->has_regions())
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("{} {}: it computes no region {} by itself", plan.problem->op(),
                    plan.outputs.size() > 1 && !op::have_one_size(plan.outputs) ? "makes results of several sizes"
                                                                                : "must see its input whole",
                    to_string(region)));
  check_region(region, result_size(plan, inputs));
}

// Throws for memory of another session, and for values whose access forbids this use. `what` is "input" or "output".
// `does` says what kernels may do with a value of the access `refused`.
void check_memory(const ocl::Queue& queue, const op::DeviceValues& values, const char* what, KernelAccess refused,
                  const char* does) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const DeviceImage* image = values.is_image(i) ? &values.image(i) : nullptr;
    if (!(image ? share_context(queue, *image) : ocl::share_context(queue, values.array(i).buffer())))
      ocl::refuse_memory(fmt::format("{} {}", what, i), "the plan");
    const bool in_object = image && !image->in_buffer();
    const ocl::Buffer* buffer = in_object ? nullptr : image ? &image->buffer() : &values.array(i).buffer();
    if (buffer && buffer->access() == refused)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("{} {} is in memory that kernels can only {}", what, i, does));
  }
}

Launch launch(const Plan::State& plan, const op::DeviceValues& inputs, const op::DeviceValues& outputs,
              const RunOptions& options = {}) {
  const std::optional<Rect>& region = options.region;
  if (region) check_computes(plan, *region, inputs.size() > 0 && inputs.is_image(0) ? inputs.image(0).whole() : Size());
  const ocl::Queue& queue = state_of(plan.session).queue;
  check_memory(queue, inputs, "input", KernelAccess::write_only, "write");
  check_memory(queue, outputs, "output", KernelAccess::read_only, "read");
  if (options.after.empty()) return plan.computation->launch(inputs, outputs, region);
  std::vector<ocl::Event> begin = wait_in_queue(queue, options.after);
  return internal::Access::after(std::move(begin), plan.computation->launch(inputs, outputs, region));
}

}  // namespace

std::vector<DeviceValue> allocate_outputs(const Plan& plan, const std::vector<DeviceValue>& inputs,
                                          const std::optional<Rect>& region) {
  const Plan::State& state = internal::Access::state(plan);
  std::vector<DeviceValue> results;
  const bool as_input = region || plan.serves_every_size();
  const auto* image = as_input && !inputs.empty() ? std::get_if<DeviceImage>(&inputs.front()) : nullptr;
  for (const ValueType& type : plan.outputs())
    results.push_back(image && std::holds_alternative<ImageType>(type)
                          ? output_for(state, type, *image, region.value_or(image->rectangle()))
                          : allocate_value(state.session, type));
  return results;
}

Rect Plan::reads(const Rect& region, Size whole) const {
  check_computes(*state_, region, whole);
  return state_->computation->reads(region, whole);
}

std::vector<DeviceImage> Plan::run(const DeviceImage& input, Timing* timing) const {
  return run(input, RunOptions{.timing = timing});
}

std::vector<DeviceImage> Plan::run(const DeviceImage& input, const RunOptions& options) const {
  check_makes_images(*state_);
  std::vector<DeviceImage> outputs;
  for (const ValueType& type : state_->outputs)
    outputs.push_back(options.region || serves_every_size()
                          ? output_for(*state_, type, input, options.region.value_or(input.rectangle()))
                          : std::get<DeviceImage>(allocate_value(state_->session, type)));
  run_into(input, outputs, options);
  return outputs;
}

std::vector<DeviceValue> Plan::run(const std::vector<DeviceValue>& inputs, Timing* timing) const {
  return run(inputs, RunOptions{.timing = timing});
}

std::vector<DeviceValue> Plan::run(const std::vector<DeviceValue>& inputs, const RunOptions& options) const {
  std::vector<DeviceValue> results = allocate_outputs(*this, inputs, options.region);
  run_into(inputs, results, options);
  return results;
}

void Plan::run_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs, Timing* timing) const {
  finish(launch_into(input, outputs), {.timing = timing});
}

void Plan::run_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                    Timing* timing) const {
  finish(launch_into(inputs, outputs), {.timing = timing});
}

void Plan::run_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs,
                    const RunOptions& options) const {
  finish(launch_into(input, outputs, options), options);
}

void Plan::run_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                    const RunOptions& options) const {
  finish(launch_into(inputs, outputs, options), options);
}

Launch Plan::launch_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs) const {
  return launch(*state_, input, outputs);
}

Launch Plan::launch_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) const {
  return launch(*state_, inputs, outputs);
}

Launch Plan::launch_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs,
                         const RunOptions& options) const {
  return launch(*state_, input, outputs, options);
}

Launch Plan::launch_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                         const RunOptions& options) const {
  return launch(*state_, inputs, outputs, options);
}

}  // namespace lenslet

// Makes plans, answers questions about them, and runs them for all of their results or for a region, into new values or
// the caller's.
#include "session/plan.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/strips.hpp>

#include "image/layout.hpp"
#include "image/rect.hpp"
#include "ocl/foreign.hpp"
#include "ocl/host_work.hpp"
#include "op/arena.hpp"
#include "session/after.hpp"
#include "session/later_plans.hpp"
#include "session/memory.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

// Returns what the slower of two programs took.
CacheUse slower(CacheUse a, CacheUse b) {
  constexpr CacheUse by_time[] = {CacheUse::bundle, CacheUse::hit, CacheUse::off, CacheUse::miss,
                                  CacheUse::unavailable};
  return std::max(a, b, [&](CacheUse one, CacheUse other) {
    return std::ranges::find(by_time, one) < std::ranges::find(by_time, other);
  });
}

}  // namespace

ReadyPlanPtr make_ready(const Session& session, const op::ProblemPtr& problem, const op::Choice& choice,
                        op::Build build, const std::optional<BetterChoice>& better) {
  if (!build)
    build = [&session](const std::string& source, const std::string& options) {
      return state_of(session).build(source, options);
    };
  auto ready =
      std::make_shared<ReadyPlan>(ReadyPlan{problem, choice, problem->output_names(), problem->outputs(), better});
  const auto noted = [&](const std::string& source, const std::string& options) {
    ready->sources.push_back(source);
    const ocl::BuildResult built = build(source, options);
    ready->build_ms += built.ms;
    ready->cache = ready->sources.size() == 1 ? built.cache : slower(ready->cache, built.cache);
    return built;
  };
  ready->computation = problem->make(state_of(session).queue, choice.schedule, noted);
  return ready;
}

Plan plan_in(const Session& session, ReadyPlanPtr ready) {
  return Plan(std::make_shared<const Plan::State>(Plan::State{session, std::move(ready)}));
}

Plan plan_of_every_size(const Session& session, ReadyPlanPtr ready) {
  return Plan(
      std::make_shared<const Plan::State>(Plan::State{session, std::move(ready), std::make_shared<SizesMet>()}));
}

Plan without_sizes(const Plan& plan) {
  const Plan::State& state = internal::Access::state(plan);
  return state.sizes ? plan_in(state.session, state.ready) : plan;
}

ReadyPlanPtr launched_last(const Plan& plan) {
  const Plan::State& state = internal::Access::state(plan);
  const ReadyPlanPtr last = state.sizes ? state.sizes->launched_last() : nullptr;
  return last ? last : state.ready;
}

Plan make_plan(const Session& session, const op::ProblemPtr& problem, const op::Choice& choice,
               const op::Build& build) {
  return plan_in(session, make_ready(session, problem, choice, build));
}

const op::AnySchedule& schedule_of(const Plan& plan) {
  return internal::Access::state(plan).ready->choice.schedule;
}

const std::string& Plan::schedule() const {
  return state_->ready->choice.schedule.spelling();
}
Origin Plan::origin() const {
  return state_->ready->choice.origin;
}
const std::string& Plan::reason() const {
  return state_->ready->choice.reason;
}
std::string Plan::accuracy() const {
  return state_->ready->problem->accuracy(state_->ready->choice.schedule);
}
const std::vector<std::string>& Plan::output_names() const {
  return state_->ready->output_names;
}
const std::vector<ValueType>& Plan::inputs() const {
  return state_->ready->problem->inputs();
}
const std::vector<ValueType>& Plan::outputs() const {
  return state_->ready->outputs;
}
PixelFormat Plan::output_format() const {
  const auto* image = std::get_if<ImageType>(&state_->ready->outputs.front());
  if (image == nullptr)
    throw Error(ErrorKind::invalid_argument, "the plan is for arrays: its first output has no pixels");
  return image->format;
}
bool Plan::serves_every_size() const {
  return state_->ready->problem->serves_every_size();
}
Size result_size(const Plan::State& plan, Size inputs) {
  const auto* result = std::get_if<ImageType>(&plan.ready->outputs.front());
  return result != nullptr && !plan.ready->problem->serves_every_size() ? result->size : inputs;
}
Size result_size(const Plan& plan, Size inputs) {
  return result_size(internal::Access::state(plan), inputs);
}
Storage Plan::output_storage() const {
  return state_->ready->computation->output_storage();
}
Storage Plan::input_storage() const {
  return state_->ready->computation->input_storage();
}
const std::string& Plan::special_schedule() const {
  static const std::string none;
  const auto& better = state_->ready->better;
  return better && better->is_soon ? better->choice.schedule.spelling() : none;
}
double Plan::build_ms() const {
  return state_->ready->build_ms;
}
CacheUse Plan::cache_use() const {
  return state_->ready->cache;
}
std::uint64_t Plan::scratch_bytes(Size size, std::int64_t layers) const {
  const bool makes_images = serves_every_size() || std::holds_alternative<ImageType>(state_->ready->outputs.front());
  const op::LaunchShape shape{rect_of(makes_images ? result_size(*state_, size) : Size{}), size, layers};
  const ReadyPlanPtr sized = state_->sizes ? state_->sizes->known(size) : nullptr;
  return state_->ready->computation->scratch_bytes(shape) + (sized ? sized->computation->scratch_bytes(shape) : 0);
}
std::uint64_t scratch_of_whole(const Session& session, const ReadyPlanPtr& plan) {
  const auto& all = plan->problem->inputs();
  const auto first = std::ranges::find_if(all, [](auto& type) { return std::holds_alternative<ImageType>(type); });
  return first == all.end() ? 0 : plan_in(session, plan).scratch_bytes(std::get<ImageType>(*first).size);
}
std::uint64_t scratch_for(const Plan& plan, const Rect& region, Size whole) {
  return internal::Access::state(plan).ready->computation->scratch_bytes({region, whole});
}
void reserve_scratch(const Plan& plan, const Rect& region, Size whole) {
  internal::Access::state(plan).ready->computation->reserve({region, whole});
}
std::vector<std::string> Plan::stages() const {
  return state_->ready->computation->stages();
}
const std::vector<std::string>& Plan::sources() const {
  return state_->ready->sources;
}

// The programs of a plan define the same names: #if separates them.
std::string Plan::source() const {
  if (sources().size() == 1) return sources().front();
  std::string text = "#ifndef PROGRAM\n#define PROGRAM 0\n#endif\n";
  for (std::size_t i = 0; i < sources().size(); ++i)
    text += fmt::format("\n#if PROGRAM == {}\n{}\n#endif\n", i, sources()[i]);
  return text;
}

namespace {

void finish(const Launch& launch, const RunOptions& options) {
  options.limit ? launch.wait(*options.limit) : launch.wait();
  if (options.timing) *options.timing = launch.timing();
}

// Allocates an output. A new image knows its place in the whole, so that the next plan makes the right borders.
DeviceImage output_for(const Plan::State& plan, const ValueType& type, const DeviceImage& input, const Rect& region) {
  const Size whole = result_size(plan, input.whole());
  check_region(region, whole);
  return allocate_image(state_of(plan.session).queue, region.size(), std::get<ImageType>(type).format,
                        plan.ready->computation->output_storage(), input.layers())
      .as_part({whole, region.x, region.y});
}

// Throws where the plan cannot compute the region of inputs of this size.
void check_computes(const Plan::State& plan, const Rect& region, Size inputs) {
  if (!plan.ready->computation->has_regions())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} {}: it computes no region {} by itself", plan.ready->problem->op(),
                            plan.ready->outputs.size() > 1 && !op::have_one_size(plan.ready->outputs)
                                ? "makes results of several sizes"
                                : "must see its input whole",
                            to_string(region)));
  check_region(region, result_size(plan, inputs));
}

// Throws for memory of another session, and for values whose access forbids this use. `what` is "input" or "output".
// `does` says what kernels may do with a value of the access `refused`.
void check_memory(const ocl::Queue& queue, const DeviceValues& values, const char* what, KernelAccess refused,
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

// The plan itself, or what is faster for images of this size.
ReadyPlanPtr ready_for_size(const Plan::State& plan, const DeviceValues& inputs) {
  if (!plan.sizes || inputs.empty() || !inputs.is_image(0)) return plan.ready;
  ReadyPlanPtr sized = plan.sizes->plan_for(plan.session, plan.ready, inputs.image(0).whole());
  return sized ? sized : plan.ready;
}

Launch launch(const Plan::State& plan, const op::Computation& computation, const DeviceValues& inputs,
              const DeviceValues& outputs, const RunOptions& options) {
  const std::optional<Rect>& region = options.region;
  if (region) check_computes(plan, *region, !inputs.empty() && inputs.is_image(0) ? inputs.image(0).whole() : Size());
  const ocl::Queue& queue = state_of(plan.session).queue;
  check_memory(queue, inputs, "input", KernelAccess::write_only, "write");
  check_memory(queue, outputs, "output", KernelAccess::read_only, "read");
  if (options.after.empty()) return computation.launch(inputs, outputs, region);
  std::vector<ocl::Event> begin = wait_in_queue(queue, options.after);
  return internal::Access::after(std::move(begin), computation.launch(inputs, outputs, region));
}

// What a launch uses.
struct Used {
  std::shared_ptr<const Plan::State> plan;
  ReadyPlanPtr ready;
  std::vector<DeviceValue> inputs, outputs;
};

// What the host's part of a launch uses, besides its values. It must not own the session, which owns that part until
// this is done.
struct UsedByHost {
  op::ProblemPtr problem;
  std::shared_ptr<const op::Computation> computation;
};

}  // namespace

std::vector<DeviceValue> allocate_outputs(const Plan& plan, const DeviceValues& inputs,
                                          const std::optional<Rect>& region) {
  std::vector<DeviceValue> results;
  for (const ValueType& type : plan.outputs()) results.push_back(allocate_output(plan, inputs, type, region));
  return results;
}

DeviceValue allocate_output(const Plan& plan, const DeviceValues& inputs, const ValueType& type,
                            const std::optional<Rect>& region) {
  const Plan::State& state = internal::Access::state(plan);
  const bool as_input = region || plan.serves_every_size();
  const DeviceImage* image = as_input && !inputs.empty() && inputs.is_image(0) ? &inputs.image(0) : nullptr;
  return image && std::holds_alternative<ImageType>(type)
             ? output_for(state, type, *image, region.value_or(image->rectangle()))
             : allocate_value(state.session, type);
}

Rect Plan::reads(const Rect& region, Size whole, std::size_t input) const {
  check_computes(*state_, region, whole);
  if (input >= inputs().size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("input {} of a plan that takes {}, the first is 0", input, inputs().size()));
  return state_->ready->computation->reads(region, whole, input);
}

DeviceResults Plan::run(const DeviceValues& inputs, const RunOptions& options) const {
  std::vector<DeviceValue> results = allocate_outputs(*this, inputs, options.region);
  run_into(inputs, results, options);
  return results;
}

void Plan::run_into(const DeviceValues& inputs, const DeviceValues& outputs, const RunOptions& options) const {
  finish(launch_into(inputs, outputs, options), options);
}

Launch Plan::launch_into(const DeviceValues& inputs, const DeviceValues& outputs, const RunOptions& options) const {
  ReadyPlanPtr ready = ready_for_size(*state_, inputs);
  Launch begun = launch(*state_, *ready->computation, inputs, outputs, options);
  if (ocl::HostWork* rest = internal::Access::rest(begun))
    rest->keep(std::make_shared<const UsedByHost>(UsedByHost{ready->problem, ready->computation}));
  return internal::Access::keeping(
      std::make_shared<const Used>(Used{state_, std::move(ready), inputs.copy(), outputs.copy()}), std::move(begun));
}

}  // namespace lenslet

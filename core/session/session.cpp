// Allocates images and arrays, transfers them, makes plans, and runs them, in strips where the whole takes too much
// memory.
#include <lenslet/session.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include <lenslet/device_group.hpp>
#include <lenslet/error.hpp>
#include <lenslet/strips.hpp>

#include "access.hpp"
#include "array/values.hpp"
#include "elapsed.hpp"
#include "image/conversion.hpp"
#include "image/layout.hpp"
#include "image/rect.hpp"
#include "image/transfer.hpp"
#include "session/apart.hpp"
#include "session/array_transfer.hpp"
#include "session/host_call.hpp"
#include "session/later_plans.hpp"
#include "session/memory.hpp"
#include "session/merging.hpp"
#include "session/plan.hpp"
#include "session/problem.hpp"
#include "session/row_copier.hpp"
#include "session/state.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

bool cache_wanted(const SessionOptions& options) {
  const char* variable = std::getenv("LENSLET_CACHE");
  const std::string_view value = variable ? variable : "on";
  if (value != "on" && value != "off" && !value.empty())
    throw Error(ErrorKind::invalid_argument, fmt::format("LENSLET_CACHE is '{}', allowed: on, off", value));
  return options.cache && value != "off";
}

// Empty arrays have memory, too, because kernels take no null.
constexpr std::uint64_t min_bytes = 16;

void check_buffer(const DeviceInfo& device, const ArrayType& type) {
  if (type.bytes() > device.max_allocation)
    throw Error(ErrorKind::unsupported, fmt::format("an array of {} has {} bytes, {} allows {} in one buffer",
                                                    to_string(type), type.bytes(), device.name, device.max_allocation));
}

// The type of the memory that takes all rows for which there is room.
ValueType uncounted(ValueType type) {
  if (auto* array = std::get_if<ArrayType>(&type)) array->counted = false;
  return type;
}

std::vector<ValueType> values_of(const op::Problem& problem) {
  std::vector<ValueType> all = problem.inputs();
  for (ValueType& type : problem.outputs()) all.push_back(std::move(type));
  return all;
}

void check_layer(const DeviceImage& image, std::int64_t layer) {
  if (layer < 0 || layer >= image.layers())
    throw Error(ErrorKind::invalid_argument, fmt::format("layer {} of {}, the first is 0", layer, image.layers()));
}

RowCopier copier_for(const ocl::Queue& queue) {
  return {queue, std::make_shared<LentMemory>()};
}

// Checks what the host and the device exchange for a layer.
void check_layer(const DeviceImage& image, std::int64_t layer, const ImageType& host) {
  check_layer(image, layer);
  if (const ImageType type{image.format(), image.size()}; host != type)
    throw Error(ErrorKind::invalid_argument, fmt::format("an image of {} for a layer of {}: both must be the same",
                                                         to_string(host), to_string(type)));
}

}  // namespace

Session::State::State(const SessionOptions& options)
    : State(options, ocl::Queue(ocl::choose_device(options.device), options.timing)) {}

Session::State::State(const SessionOptions& options, ocl::Queue opened)
    : queue(std::move(opened)),
      build_timeout(options.build_timeout),
      bundle(options.bundle.empty() ? nullptr : std::make_unique<Bundled>(options.bundle, queue.device().info())),
      may_compile(options.compile),
      compiles_later(options.background && options.compile && options.bundle.empty()),
      store(options.data_directory.empty() ? store::Store::default_directory() : options.data_directory) {
  if (!cache_wanted(options)) return;
  const bool given = !options.cache_directory.empty();
  cache = std::make_unique<ocl::ProgramCache>(given ? options.cache_directory : ocl::ProgramCache::default_directory(),
                                              options.cache_limit);
}

Session::Session(const SessionOptions& options) : state_(std::make_shared<State>(options)) {}

const DeviceInfo& Session::device() const {
  return state_->queue.device().info();
}

DeviceImage Session::allocate(Size size, PixelFormat format, Storage storage, std::int64_t layers) const {
  return allocate_image(state_->queue, size, format, storage, layers);
}

DeviceImage Session::upload(const ImageView& image, Storage storage) const {
  DeviceImage result = allocate(image.size(), image.format(), storage);
  if (image.has_whole_rows())
    write_pixels(state_->queue, image, result);
  else
    copier_for(state_->queue).upload(image, result);  // packs pixels where the device takes them from
  return result;
}

DeviceImage Session::upload(const ImageView& image, const PartOf& place, Storage storage) const {
  check_part({place.x, place.y, image.width(), image.height()}, place.whole);
  return upload(image, storage).as_part(place);
}

void Session::upload_layer(const ImageView& image, const DeviceImage& to, std::int64_t layer) const {
  check_own(*this, to);
  check_layer(to, layer, {image.format(), image.size()});
  write_pixels(state_->queue, image, to, layer);
}

Image Session::download(const DeviceImage& image, std::int64_t layer) const {
  check_own(*this, image);
  check_layer(image, layer);
  return read_pixels(state_->queue, image, layer);
}

void Session::download(const DeviceImage& image, const MutableImageView& to, std::int64_t layer) const {
  check_own(*this, image);
  check_layer(image, layer, {to.format(), to.size()});
  if (to.has_whole_rows() || !image.in_buffer()) return read_pixels_into(state_->queue, image, to, layer);
  copier_for(state_->queue).download(image.layer(layer), {to.pixel(0, 0), to.stride(), to.pixel_stride()});
}

DeviceImage Session::convert(const DeviceImage& image, Storage storage) const {
  check_own(*this, image);
  if (const auto same = without_copy(state_->queue, image, storage)) return *same;
  const Rect& held = image.held();
  const DeviceImage all = image.view(held);
  const Conversion conversion(state_->queue, all, storage);
  for (const ocl::Event& event : conversion.copy(state_->queue, all)) event.wait();
  return conversion.target().as_part({image.whole(), held.x, held.y}).view(image.rectangle());
}

DeviceArray Session::allocate(const ArrayType& type) const {
  check(type);
  check_buffer(device(), type);
  ocl::Buffer elements = state_->queue.allocate(std::max(type.bytes(), min_bytes));
  if (!type.counted) return {type, std::move(elements)};
  return {type, std::move(elements), state_->queue.allocate(min_bytes)};
}

DeviceArray Session::upload(const ArrayView& array) const {
  DeviceArray result = allocate(array.type());
  write_elements(state_->queue, array, result.buffer());
  return result;
}

Array Session::download(const DeviceArray& array) const {
  check_own(*this, array);
  return array::read(state_->queue, array);
}

void Session::download(const DeviceArray& array, const MutableArrayView& to) const {
  check_own(*this, array);
  if (ValueType(to.type()) != uncounted(array.type()))
    throw Error(ErrorKind::invalid_argument, fmt::format("memory for {} of an array of {}: both must be the same",
                                                         to_string(to.type()), to_string(array.type())));
  ArrayType found = to.type();
  if (array.type().counted) found.shape.front() = array::rows_held(state_->queue, array);
  read_elements(state_->queue, array.buffer(), {to.data(), found, to.strides()});
}

// A single run would not pay for compiling a special program.
OpOptions for_runs(OpOptions options) {
  if (!options.specialize) options.specialize = Specialize::cached;
  return options;
}

DeviceValue allocate_value(const Session& session, const ValueType& type) {
  if (const auto* array = std::get_if<ArrayType>(&type)) return session.allocate(*array);
  const auto& image = std::get<ImageType>(type);
  return session.allocate(image.size, image.format, Storage::buffer, image.layers);
}

DeviceValue upload_value(const Session& session, const HostValue& value) {
  return std::visit([&](const auto& known) -> DeviceValue { return session.upload(known); }, value);
}

HostValue download_value(const Session& session, const DeviceValue& value) {
  return std::visit([&](const auto& known) -> HostValue { return session.download(known); }, value);
}

void check_arrays(const DeviceInfo& device, const op::Problem& problem) {
  for (const ValueType& type : values_of(problem))
    if (const auto* array = std::get_if<ArrayType>(&type)) check_buffer(device, *array);
}

// Also checks the sum: values that each fit a buffer may together be too much.
void check_device_memory(const DeviceInfo& device, const op::Problem& problem) {
  check_arrays(device, problem);
  const Work& work = problem.work();
  const std::uint64_t bytes = bytes_of(values_of(problem));
  if (bytes > device.global_memory)
    throw Error(ErrorKind::unsupported,
                fmt::format("{} of {} needs {} bytes with its results, {} has {}", system::shown_name(work.call.op),
                            to_string(work.inputs.front()), bytes, device.name, device.global_memory));
}

void check_device_memory(const Session& session, const Work& work) {
  check_device_memory(session.device(), *op::problem_of(work));
}

namespace {

ReadyPlanPtr ready_of(const Session& session, const Work& work) {
  const op::ProblemPtr problem = op::problem_of(work);
  check_arrays(session.device(), *problem);
  return ready_for(session, problem);
}

}  // namespace

Plan Session::plan(const Call& call, PixelFormat input, const OpOptions& options) const {
  const Work work = work_for_format(call, input, options);
  return options.size ? plan(work) : plan_of_every_size(*this, ready_of(*this, work));
}

Plan Session::plan(const Work& work) const {
  return plan_in(*this, ready_of(*this, work));
}

Result described(const Plan& plan) {
  Result result;
  result.names = plan.output_names();
  result.schedule = plan.schedule();
  result.origin = plan.origin();
  result.reason = plan.reason();
  return result;
}

void add_output(Result& result, HostValue value) {
  if (auto* image = std::get_if<Image>(&value))
    result.images.push_back(std::move(*image));
  else
    result.arrays.push_back(std::move(std::get<Array>(value)));
}

namespace {

// The memory that a run may take: OpOptions::memory, or half of the device's memory, since others use it, too.
std::uint64_t budget(const Session& session, const Work& work) {
  return work.options.memory > 0 ? work.options.memory : session.device().global_memory / 2;
}

// Where the results of a call go: to the caller's memory, or, without targets, to new values.
using Targets = const HostTargets*;

// Devices read inputs while results of other strips are written.
void check_apart_of_strips(const std::vector<ImageView>& inputs, const HostTargets& targets) {
  std::vector<Laid> read;
  for (const ImageView& input : inputs) read.push_back(laid_of(input));
  check_apart(read, laid_of(targets), "that is computed in strips");
}

Result run_strips(const Session& session, const Work& work, const std::vector<ImageView>& inputs, Targets targets) {
  std::vector<MutableImageView> outputs;
  if (targets) {
    check_apart_of_strips(inputs, *targets);
    for (const HostTarget& target : *targets) outputs.push_back(std::get<MutableImageView>(target));
  }
  const StripOptions options{.memory = budget(session, work)};
  const Plan plan = session.plan(merged_images(session, work, inputs, options));
  Strips strips(GroupPlan{{plan}}, inputs, options);
  return targets ? strips.join_into(std::move(outputs)) : strips.join();
}

// Tells whether the whole cannot be run: its inputs and results, and `scratch` bytes, are more than OpOptions::memory
// or than the device can hold. Always false for works that do not make images of images, since only these have strips.
bool needs_strips(const Session& session, const op::Problem& problem, std::uint64_t scratch = 0) {
  const std::vector<ValueType> values = values_of(problem);
  const auto is_image = [](const ValueType& type) { return std::holds_alternative<ImageType>(type); };
  if (!std::ranges::all_of(values, is_image)) return false;
  const DeviceInfo& device = session.device();
  const std::uint64_t allowed = problem.work().options.memory;
  const std::uint64_t most = allowed > 0 ? allowed : device.global_memory;
  const auto is_large = [&](const ValueType& type) { return bytes_of(type) > device.max_allocation; };
  return bytes_of(values) + scratch > std::min(most, device.global_memory) || std::ranges::any_of(values, is_large);
}

// Throws what Strips throws. For unsupported the message also says why the whole is not run.
Result run_in_strips(const Session& session, const op::Problem& problem, const std::vector<ImageView>& inputs,
                     Targets targets) try {
  return run_strips(session, problem.work(), inputs, targets);
} catch (const Error& error) {
  if (error.kind() != ErrorKind::unsupported) throw;
  const DeviceInfo& device = session.device();
  const Work& work = problem.work();
  throw Error(ErrorKind::unsupported,
              fmt::format("{} of {} needs {} bytes with its results, {} has {}{}; in strips it does not pass: {}",
                          system::shown_name(work.call.op), to_string(work.inputs.front()),
                          bytes_of(values_of(problem)), device.name, device.global_memory,
                          work.options.memory > 0 ? fmt::format(" of which {} are allowed", work.options.memory) : "",
                          error.what()));
}

// Throws unless there is a target for each result, of its type, in memory of its own.
void check_targets(const op::Problem& problem, const HostTargets& targets) {
  const std::vector<ValueType> wanted = problem.outputs(), given = targets.types();
  if (given.size() != wanted.size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} targets for {}, which makes {}", given.size(), problem.op(), wanted.size()));
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i] != uncounted(wanted[i]))
      throw Error(ErrorKind::invalid_argument, fmt::format("target {} is {}, the result of {} is {}", i,
                                                           to_string(given[i]), problem.op(), to_string(wanted[i])));
  check_apart(laid_of(targets));
}

}  // namespace

void download_into(const Session& session, const DeviceValue& value, const HostTarget& target) {
  if (const auto* array = std::get_if<DeviceArray>(&value))
    session.download(*array, std::get<MutableArrayView>(target));
  else
    session.download(std::get<DeviceImage>(value), std::get<MutableImageView>(target));
}

namespace {

// The numbers of rows of the results that are counted. A target's room is all that there is.
std::vector<std::int64_t> rows_in(const Session& session, const op::Problem& problem, const DeviceResults& outputs) {
  std::vector<std::int64_t> rows;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (const auto* array = std::get_if<DeviceArray>(&outputs[i]); array && array->type().counted) {
      rows.push_back(array::rows_found(state_of(session).queue, *array));
      if (rows.back() > array->type().shape.front())
        throw Error(ErrorKind::invalid_argument, fmt::format("target {} has room for {} rows, {} has found {}", i,
                                                             array->type().shape.front(), problem.op(), rows.back()));
    }
  return rows;
}

}  // namespace

std::optional<Work> with_room(const Session& session, const op::Problem& asked, const Plan& plan,
                              const DeviceValues& outputs) {
  const op::ArgumentMap given = asked.work().call.arguments;
  Work more = internal::Access::state(plan).ready->problem->work();
  bool is_full = false;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs.is_image(i) || !outputs.array(i).type().counted) continue;
    const std::int64_t rows = array::rows_found(state_of(session).queue, outputs.array(i));
    if (rows <= outputs.array(i).type().shape.front()) continue;
    for (const auto& [name, value] : asked.with_room(i, rows).call.arguments)
      if (const auto own = given.find(name); own == given.end() || own->second != value)
        more.call.arguments[name] = value;
    is_full = true;
  }
  return is_full ? std::optional(std::move(more)) : std::nullopt;
}

namespace {

// Runs the plan, and again with more room while one of its results has too little.
DeviceResults run_with_room(const Session& session, Plan plan, HostCall& values, Timing& timing) {
  const op::ProblemPtr asked = internal::Access::state(plan).ready->problem;
  for (;;) {
    DeviceResults outputs = values.run(plan, timing);
    const std::optional<Work> more = with_room(session, *asked, plan, outputs);
    if (!more) return outputs;
    const op::ProblemPtr problem = op::problem_of(*more);
    check_device_memory(session.device(), *problem);
    plan = plan_of(session, problem);
  }
}

Result run_whole(const Session& session, const Plan& plan, const HostViews& inputs, Targets targets) {
  Result result = described(plan);
  auto start = std::chrono::steady_clock::now();
  HostCall values(session, plan, inputs, targets);
  result.upload_ms = milliseconds_since(start);
  const DeviceResults outputs =
      targets ? values.run(plan, result.timing) : run_with_room(session, plan, values, result.timing);
  if (targets) result.rows = rows_in(session, *internal::Access::state(plan).ready->problem, outputs);
  start = std::chrono::steady_clock::now();
  values.download(outputs, result);
  result.download_ms = milliseconds_since(start);
  return result;
}

std::vector<ImageView> images_among(const HostViews& inputs) {
  std::vector<ImageView> images;
  for (const HostView& input : inputs)
    if (const auto* image = std::get_if<ImageView>(&input)) images.push_back(*image);
  return images;
}

}  // namespace

namespace {

constexpr std::uint64_t share_of_calls = 16;  // of the device's memory, for what known calls keep

// Null where the call needs strips.
ReadyPlanPtr ready_for_whole(const Session& session, const op::ProblemPtr& problem) {
  if (needs_strips(session, *problem)) return {};
  check_device_memory(session.device(), *problem);
  ReadyPlanPtr ready = ready_for(session, problem);
  return needs_strips(session, *problem, scratch_of_whole(session, ready)) ? nullptr : ready;
}

Result run_planned(const Session& session, const KnownCall& call, const HostViews& inputs, Targets targets) {
  return call.plan ? run_whole(session, plan_in(session, call.plan), inputs, targets)
                   : run_in_strips(session, *call.problem, images_among(inputs), targets);
}

}  // namespace

std::optional<Plan> plan_of_whole(const Session& session, const op::ProblemPtr& problem) {
  ReadyPlanPtr ready = ready_for_whole(session, problem);
  return ready ? std::optional(plan_in(session, std::move(ready))) : std::nullopt;
}

Result run_problem(const Session& session, const op::ProblemPtr& problem, const HostViews& inputs, Targets targets) {
  if (targets) check_targets(*problem, *targets);
  return run_planned(session, {problem, ready_for_whole(session, problem)}, inputs, targets);
}

namespace {

op::ProblemPtr problem_for(const AskedCall& asked) {
  const bool has_images =
      std::ranges::any_of(asked.inputs, [](const ValueType& type) { return std::holds_alternative<ImageType>(type); });
  return op::problem_of({asked.call, asked.inputs, has_images ? for_runs(asked.options) : asked.options});
}

std::uint64_t programs_made(const Session& session) {
  Session::State& state = state_of(session);
  const std::lock_guard lock(state.mutex);
  return state.programs_made;
}

ChosenBy chosen_by(const Session& session, const AskedCall& asked) {
  return {state_of(session).store.version(), programs_made(session), op::find_text(asked.call.op)};
}

// What a plan without special programs was chosen by may change although no tuning result has.
void keep_call(const Session& session, const AskedCall& asked, std::uint64_t hash, const KnownCall& call, ChosenBy by) {
  Session::State& state = state_of(session);
  const bool is_final = !call.plan || !call.plan->better;
  if (is_final) by.programs = 0;
  if (!is_final && !state.compiles_later) by.until = std::chrono::steady_clock::now() + time_between_searches;
  const std::uint64_t bytes = call.plan ? scratch_of_whole(session, call.plan) : 0;
  state.known_calls.keep(asked, hash, call, std::move(by), bytes, session.device().global_memory / share_of_calls);
}

// A case that could not be tuned is tuned again.
bool is_worth_keeping(const AskedCall& asked, const KnownCall& call) {
  return asked.options.tune != Tune::automatic || (call.plan && call.plan->choice.origin == Origin::exact);
}

// A call that was made before has its plan by its hash; all others are planned.
Result run_asked(const Session& session, const AskedCall& asked, const HostViews& inputs, Targets targets) {
  const std::uint64_t hash = hash_of(asked);
  ChosenBy now = chosen_by(session, asked);
  const auto found = state_of(session).known_calls.find(asked, hash);
  const bool is_known = found && found->by.is_still(now);
  KnownCall call = is_known ? found->call : KnownCall{problem_for(asked), nullptr};
  if (targets) check_targets(*call.problem, *targets);
  if (!is_known) {
    call.plan = ready_for_whole(session, call.problem);
    now.programs = programs_made(session);  // its own programs are no news
    if (is_worth_keeping(asked, call)) keep_call(session, asked, hash, call, std::move(now));
  } else if (!asked.options.specialize) {
    specialize_in_background(session, hash, call, found->runs);
  }
  return run_planned(session, call, inputs, targets);
}

}  // namespace

Result Session::run(const Call& call, const HostViews& inputs, const OpOptions& options) const {
  return run_asked(*this, {call, inputs.types(), options}, inputs, nullptr);
}

Result Session::run_into(const Call& call, const HostViews& inputs, const HostTargets& outputs,
                         const OpOptions& options) const {
  return run_asked(*this, {call, inputs.types(), options}, inputs, &outputs);
}

const Image& Result::image() const& {
  if (!images.empty()) return images.front();
  throw Error(ErrorKind::invalid_argument,
              arrays.empty() ? "a result without values"
                             : fmt::format("the result is {}: call array() for it", to_string(arrays.front().type())));
}

const Array& Result::array() const& {
  if (!arrays.empty()) return arrays.front();
  throw Error(ErrorKind::invalid_argument,
              images.empty() ? "a result without values"
                             : fmt::format("the result is {}: call image() for it",
                                           to_string(ImageType{images.front().format(), images.front().size()})));
}

Image Result::image() && {
  static_cast<void>(std::as_const(*this).image());
  return std::move(images.front());
}

Array Result::array() && {
  static_cast<void>(std::as_const(*this).array());
  return std::move(arrays.front());
}

std::filesystem::path Session::data_directory() const {
  return state_->store.directory();
}

std::string Session::tuning_problem() const {
  const std::string problem = state_->store.problem();
  return problem.empty() ? state_->store.notice() : problem;
}

std::string Session::cache_problem() const {
  if (!state_->cache) return {};
  const std::string problem = state_->cache->problem();
  return problem.empty() ? state_->cache->notice() : problem;
}

}  // namespace lenslet

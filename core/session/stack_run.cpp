// Runs calls on stacks page by page.
#include <lenslet/stack_run.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/work.hpp>

#include "elapsed.hpp"
#include "op/op.hpp"
#include "session/plan.hpp"
#include "session/stack_parts.hpp"
#include "system/memory.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

// So many bytes of pages share a launch: enough that the time of the launch itself does not count, and few enough that
// copies and kernels of other pages find them in a cache.
constexpr std::uint64_t bytes_at_once = 4 << 20;

[[noreturn]] void refuse_call(const Call& call, const std::string& what) {
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {}", system::shown_name(call.op), what));
}

std::string text_of_axes(const std::vector<StackAxis>& axes) {
  std::string text;
  for (const StackAxis& axis : axes) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", axis.name, axis.length);
  return text.empty() ? "no axes" : text;
}

HostView page_of(const StackInput& input, std::int64_t page) {
  if (const auto* stack = std::get_if<StackView>(&input)) return stack->page(page);
  if (const auto* image = std::get_if<ImageView>(&input)) return *image;
  return std::get<ArrayView>(input);
}

HostViews page_of(const StackViews& inputs, std::int64_t page) {
  std::vector<HostView> views;
  for (const StackInput& input : inputs) views.push_back(page_of(input, page));
  return views;
}

std::vector<bool> fixed_among(const StackViews& inputs) {
  std::vector<bool> fixed;
  for (const StackInput& input : inputs) fixed.push_back(!std::holds_alternative<StackView>(input));
  return fixed;
}

// Layers have no alpha of their own: OpOptions::alpha would mean something else. Some calls of filters, as wide
// Gaussians, are no stencils and refuse layers.
bool takes_layers(const Call& call, const StackType& type, OpOptions options) {
  if (!op::find(call.op, ValueKind::image)->stencil || op::leaves_out(options) || type.format.alpha) return false;
  options.layered = true;
  try {
    op::problem_of(image_work(call, type.format, type.size, options));
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

const op::Problem& Repeated::problem(const std::vector<ValueType>& inputs) {
  if (problem_ && problem_->inputs() == inputs) return *problem_;
  problem_ = op::problem_of({call_, inputs, options_});
  prepared_ = false;
  return *problem_;
}

void Repeated::prepare(const std::vector<ValueType>& inputs) {
  problem(inputs);
  if (std::exchange(prepared_, true)) return;
  plan_.reset();  // frees its memory before the next plan takes some
  plan_ = plan_of_whole(session_, problem_);
  if (plan_) schedule_ = plan_->schedule();
}

void Repeated::add(const Timing& timing) {
  timing_.kernel_ms += timing.kernel_ms;
  timing_.busy_ms += timing.busy_ms;
  timing_.launches += timing.launches;
  timing_.bytes += timing.bytes;
}

std::vector<DeviceValue> Repeated::upload(const HostViews& inputs) {
  const Storage storage = inputs.size() == 1 ? plan_->input_storage() : Storage::buffer;
  std::vector<DeviceValue> values;
  kept_.resize(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!kept_[i]) {
      if (const auto* image = std::get_if<ImageView>(&inputs[i]))
        kept_[i] = session_.upload(*image, storage);
      else
        kept_[i] = session_.upload(std::get<ArrayView>(inputs[i]));
    }
    values.push_back(*kept_[i]);
    if (!fixed_[i]) kept_[i].reset();
  }
  return values;
}

// Results without lists: their problem would have to be run again with more room.
void Repeated::run_in_strips(const HostViews& inputs, const std::vector<PartTarget>& targets) {
  std::vector<HostTarget> all;
  for (const PartTarget& target : targets)
    if (const auto* image = std::get_if<MutableImageView>(&target))
      all.emplace_back(*image);
    else if (const auto* array = std::get_if<MutableArrayView>(&target))
      all.emplace_back(*array);
    else
      refuse_call(call_, fmt::format("{} makes a list, and does not fit the device; allowed: smaller pages",
                                     to_string(inputs.types().front())));
  const HostTargets given(std::move(all));
  const Result result = run_problem(session_, problem_, inputs, &given);
  schedule_ = result.schedule;
  upload_ms_ += result.upload_ms;
  download_ms_ += result.download_ms;
  add(result.timing);
}

// A list that finds more than there is room for gets more, and keeps it for the pages behind, also where another list
// gets more.
DeviceResults Repeated::run_plan(const std::vector<DeviceValue>& inputs) {
  for (;;) {
    Timing timing;
    DeviceResults outputs = plan_->run(inputs, {.timing = &timing});
    add(timing);
    const std::optional<Work> more = with_room(session_, *problem_, *plan_, outputs);
    if (!more) return outputs;
    const op::ProblemPtr problem = op::problem_of(*more);
    check_device_memory(session_.device(), *problem);
    plan_ = plan_of(session_, problem);
  }
}

void Repeated::run(const HostViews& inputs, const std::vector<PartTarget>& targets) {
  prepare(inputs.types());
  if (!plan_) return run_in_strips(inputs, targets);
  auto start = Clock::now();
  const std::vector<DeviceValue> values = upload(inputs);
  upload_ms_ += milliseconds_since(start);
  const DeviceResults outputs = run_plan(values);
  start = Clock::now();
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (const auto* image = std::get_if<MutableImageView>(&targets[i]))
      session_.download(outputs.image(i), *image);
    else if (const auto* array = std::get_if<MutableArrayView>(&targets[i]))
      session_.download(outputs.array(i), *array);
    else
      std::get<Rows*>(targets[i])->add(session_.download(outputs.array(i)));
  download_ms_ += milliseconds_since(start);
}

std::int64_t Repeated::layers_at_once(const StackView& input) const {
  const StackType& type = input.type();
  if (input.pages() < 2 || !takes_layers(call_, type, options_)) return 1;
  const std::uint64_t page = bytes_of(ValueType(ImageType{type.format, type.size}));
  const std::uint64_t allowed = options_.memory > 0 ? std::min(options_.memory / 8, bytes_at_once) : bytes_at_once;
  return std::min(input.pages(), static_cast<std::int64_t>(std::max<std::uint64_t>(allowed / page, 1)));
}

void Repeated::run_layers(const StackView& input, std::int64_t first, std::int64_t count, std::vector<Made>& outputs) {
  const StackType& type = input.type();
  if (!layered_) {
    OpOptions options = options_;
    options.layered = true;
    options.size = type.size;
    layered_ = session_.plan(call_, type.format, options);
    schedule_ = layered_->schedule();
  }
  auto start = Clock::now();
  const DeviceImage device = session_.allocate(type.size, type.format, Storage::buffer, count);
  for (std::int64_t page = 0; page < count; ++page) session_.upload_layer(input.page(first + page), device, page);
  upload_ms_ += milliseconds_since(start);
  Timing timing;
  const DeviceResults made = layered_->run(device, {.timing = &timing});
  add(timing);
  start = Clock::now();
  for (std::size_t i = 0; i < made.size(); ++i)
    for (std::int64_t page = 0; page < count; ++page)
      session_.download(made.image(i), std::get<Stack>(outputs[i]).page(first + page), page);
  download_ms_ += milliseconds_since(start);
}

void Repeated::tell(StackResult& result) const {
  result.schedules.push_back(schedule_);
  result.timing.kernel_ms += timing_.kernel_ms;
  result.timing.busy_ms += timing_.busy_ms;
  result.timing.launches += timing_.launches;
  result.timing.bytes += timing_.bytes;
  result.upload_ms += upload_ms_;
  result.download_ms += download_ms_;
}

std::vector<StackAxis> axes_of(const StackViews& inputs) {
  std::optional<std::vector<StackAxis>> axes;
  for (const StackInput& input : inputs) {
    const auto* stack = std::get_if<StackView>(&input);
    if (!stack) continue;
    if (axes && *axes != stack->type().axes)
      throw Error(ErrorKind::invalid_argument, fmt::format("stacks of {} and of {}; allowed: stacks of the same axes",
                                                           text_of_axes(*axes), text_of_axes(stack->type().axes)));
    axes = stack->type().axes;
  }
  if (!axes) throw Error(ErrorKind::invalid_argument, "a call on stacks without a stack among its inputs");
  return *axes;
}

std::int64_t pages_along(const std::vector<StackAxis>& axes, std::size_t first, std::size_t end) {
  std::int64_t pages = 1;
  for (std::size_t i = first; i < end; ++i) pages *= axes[i].length;
  return pages;
}

std::vector<Made> room_for(const std::vector<ValueType>& outputs, const std::vector<StackAxis>& axes) {
  std::vector<Made> made;
  for (const ValueType& output : outputs) {
    if (const auto* image = std::get_if<ImageType>(&output)) {
      made.emplace_back(Stack(StackType{image->size, image->format, axes}));
      continue;
    }
    ArrayType all = std::get<ArrayType>(output);
    if (all.counted) {
      made.emplace_back(Rows(all, !axes.empty()));
      continue;
    }
    std::vector<std::int64_t> shape;
    for (const StackAxis& axis : axes) shape.push_back(axis.length);
    all.shape.insert(all.shape.begin(), shape.begin(), shape.end());
    made.emplace_back(Array(all));
  }
  return made;
}

PartTarget part_of(Made& all, const ArrayType& part, std::int64_t number) {
  if (auto* rows = std::get_if<Rows>(&all)) return rows;
  std::byte* begin = std::get<Array>(all).bytes().data();
  return MutableArrayView(begin + static_cast<std::size_t>(number) * part.bytes(), part);
}

Rows::Rows(const ArrayType& table, bool numbered)
    : type_(table.type), columns_(1), numbered_(numbered), most_bytes_(system::default_memory_limit()) {
  for (std::size_t i = 1; i < table.shape.size(); ++i) columns_ *= table.shape[i];
}

void Rows::add(const Array& table) {
  const std::int64_t rows = table.type().shape.front();
  const auto row = static_cast<std::size_t>(columns_) * size_of(type_);
  const auto all = static_cast<std::uint64_t>(rows_ + rows) * (row + size_of(type_));
  system::check_memory(fmt::format("a list of {} pages and {} rows", pages_ + 1, rows_ + rows), 2 * all, most_bytes_,
                       "half of what is free");
  Array number({type_, {1}});
  number.set(0, static_cast<double>(pages_++));
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto from = table.bytes().subspan(static_cast<std::size_t>(i) * row, row);
    if (numbered_) bytes_.insert(bytes_.end(), number.bytes().begin(), number.bytes().end());
    bytes_.insert(bytes_.end(), from.begin(), from.end());
  }
  rows_ += rows;
}

Array Rows::joined() const {
  Array all({type_, {rows_, columns_ + (numbered_ ? 1 : 0)}});
  std::ranges::copy(bytes_, all.bytes().begin());
  return all;
}

namespace {

std::vector<PartTarget> targets_in(std::vector<Made>& made, const std::vector<ValueType>& outputs, std::int64_t page) {
  std::vector<PartTarget> targets;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (auto* stack = std::get_if<Stack>(&made[i]))
      targets.emplace_back(stack->page(page));
    else
      targets.push_back(part_of(made[i], std::get<ArrayType>(outputs[i]), page));
  return targets;
}

}  // namespace

std::vector<Made> run_pages(const Session& session, const Call& call, const StackViews& inputs,
                            const OpOptions& options, StackResult& told) {
  const std::vector<StackAxis> axes = axes_of(inputs);
  if (options.layered) refuse_call(call, "the option 'layered' with stacks, whose pages are layers by themselves");
  const std::int64_t pages = pages_along(axes, 0, axes.size());
  Repeated repeated(session, call, options, fixed_among(inputs));
  const op::Problem& problem = repeated.problem(page_of(inputs, 0).types());
  const std::vector<ValueType> outputs = problem.outputs();
  told.names = problem.output_names();
  std::vector<Made> made = room_for(outputs, axes);
  const auto* only = inputs.size() == 1 ? std::get_if<StackView>(&inputs[0]) : nullptr;
  const std::int64_t at_once = only ? repeated.layers_at_once(*only) : 1;
  for (std::int64_t page = 0; page < pages;)
    if (at_once > 1) {
      const std::int64_t count = std::min(at_once, pages - page);
      repeated.run_layers(*only, page, count, made);
      page += count;
    } else {
      repeated.run(page_of(inputs, page), targets_in(made, outputs, page));
      ++page;
    }
  repeated.tell(told);
  return made;
}

StackResult with_values(StackResult told, std::vector<Made> values, std::vector<std::string> names) {
  told.names = std::move(names);
  for (Made& value : values) {
    told.is_stack.push_back(std::holds_alternative<Stack>(value));
    if (auto* stack = std::get_if<Stack>(&value))
      told.stacks.push_back(std::move(*stack));
    else if (const auto* rows = std::get_if<Rows>(&value))
      told.arrays.push_back(rows->joined());
    else
      told.arrays.push_back(std::move(std::get<Array>(value)));
  }
  return told;
}

StackResult Session::run(const Call& call, const StackViews& inputs, const OpOptions& options) const {
  StackResult told;
  std::vector<Made> made = run_pages(*this, call, inputs, options, told);
  std::vector<std::string> names = told.names;
  return with_values(std::move(told), std::move(made), std::move(names));
}

const Stack& StackResult::stack() const& {
  if (stacks.empty()) throw Error(ErrorKind::invalid_argument, "the result has no stack: call array() for it");
  return stacks.front();
}

const Array& StackResult::array() const& {
  if (arrays.empty()) throw Error(ErrorKind::invalid_argument, "the result has no array: call stack() for it");
  return arrays.front();
}

Stack StackResult::stack() && {
  static_cast<void>(std::as_const(*this).stack());
  return std::move(stacks.front());
}

Array StackResult::array() && {
  static_cast<void>(std::as_const(*this).array());
  return std::move(arrays.front());
}

}  // namespace lenslet

// Runs calls on stacks page by page.
#include <lenslet/stack_run.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/work.hpp>

#include "elapsed.hpp"
#include "image/sides.hpp"
#include "op/op.hpp"
#include "session/apart.hpp"
#include "session/plan.hpp"
#include "session/stack_parts.hpp"
#include "system/memory.hpp"
#include "system/printable.hpp"

namespace lenslet {

HostView page_of(const StackInput& input, std::int64_t page) {
  if (const auto* stack = std::get_if<StackView>(&input)) return stack->page(page);
  if (const auto* image = std::get_if<ImageView>(&input)) return *image;
  return std::get<ArrayView>(input);
}

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
      session_.download(made.image(i), pages_of(outputs[i])->page(first + page), page);
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

void check_count(const Call& call, std::size_t outputs, StackRoom targets) {
  if (targets && targets->size() != outputs)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} targets for {}, which makes {}", targets->size(),
                                                         system::shown_name(call.op), outputs));
}

namespace {

std::string text_of_type(const StackTarget& target) {
  if (const auto* stack = std::get_if<MutableStackView>(&target)) return to_string(stack->type());
  return to_string(std::get<MutableArrayView>(target).type());
}

[[noreturn]] void refuse_target(const Call& call, const StackTarget& target, std::size_t number,
                                const std::string& wanted) {
  throw Error(ErrorKind::invalid_argument, fmt::format("target {} is {}, the result of {} is {}", number,
                                                       text_of_type(target), system::shown_name(call.op), wanted));
}

// Of the rows of all pages' lists.
ArrayType type_of_rows(const ArrayType& table, bool numbered) {
  std::int64_t columns = numbered ? 1 : 0, own = 1;
  for (std::size_t i = 1; i < table.shape.size(); ++i) own *= table.shape[i];
  return {table.type, {0, columns + own}};
}

ArrayType with_axes(ArrayType type, const std::vector<StackAxis>& axes) {
  for (std::size_t i = axes.size(); i-- > 0;) type.shape.insert(type.shape.begin(), axes[i].length);
  return type;
}

Made room_in(const Call& call, const StackTarget& target, const StackType& wanted, std::size_t number) {
  const auto* stack = std::get_if<MutableStackView>(&target);
  if (!stack || stack->type() != wanted) refuse_target(call, target, number, to_string(wanted));
  return *stack;
}

Made room_in(const Call& call, const StackTarget& target, const ArrayType& wanted, std::size_t number) {
  const auto* array = std::get_if<MutableArrayView>(&target);
  if (!array || array->type() != wanted) refuse_target(call, target, number, to_string(wanted));
  return *array;
}

Made room_for_rows(const Call& call, const StackTarget& target, const ArrayType& table, bool numbered,
                   std::size_t number) {
  ArrayType wanted = type_of_rows(table, numbered);
  const auto* array = std::get_if<MutableArrayView>(&target);
  if (array && array->type().shape.size() == 2) wanted.shape.front() = array->type().shape.front();
  if (!array || array->type() != wanted)
    refuse_target(call, target, number,
                  fmt::format("a list of {} with rows of {}", name_of(wanted.type), wanted.shape.back()));
  return Rows(table, numbered, *array, number);
}

}  // namespace

Made room_for(const Call& call, const ValueType& output, const std::vector<StackAxis>& axes, StackRoom targets,
              std::size_t number) {
  if (const auto* image = std::get_if<ImageType>(&output)) {
    StackType all{image->size, image->format, axes};
    return targets ? room_in(call, (*targets)[number], all, number) : Made(Stack(std::move(all)));
  }
  const auto& part = std::get<ArrayType>(output);
  if (part.counted)
    return targets ? room_for_rows(call, (*targets)[number], part, !axes.empty(), number)
                   : Made(Rows(part, !axes.empty()));
  const ArrayType all = with_axes(part, axes);
  return targets ? room_in(call, (*targets)[number], all, number) : Made(Array(all));
}

std::optional<MutableStackView> pages_of(Made& made) {
  if (auto* stack = std::get_if<Stack>(&made)) return *stack;
  if (auto* view = std::get_if<MutableStackView>(&made)) return *view;
  return {};
}

PartTarget part_of(Made& all, const ArrayType& part, std::int64_t number) {
  if (auto* rows = std::get_if<Rows>(&all)) return rows;
  auto* own = std::get_if<Array>(&all);
  const MutableArrayView view = own ? MutableArrayView(*own) : std::get<MutableArrayView>(all);
  const std::size_t axes = view.type().shape.size() - part.shape.size();
  std::byte* first = view.data();
  for (std::size_t i = axes; i-- > 0; number /= view.type().shape[i])
    first += number % view.type().shape[i] * view.strides()[i];
  return MutableArrayView(first, part,
                          {view.strides().begin() + static_cast<std::ptrdiff_t>(axes), view.strides().end()});
}

Rows::Rows(const ArrayType& table, bool numbered)
    : type_(table.type),
      columns_(type_of_rows(table, false).shape.back()),
      numbered_(numbered),
      most_bytes_(system::default_memory_limit()) {}

Rows::Rows(const ArrayType& table, bool numbered, const MutableArrayView& room, std::size_t target)
    : Rows(table, numbered) {
  room_ = room;
  target_ = target;
}

void Rows::add(const Array& table) {
  const std::int64_t rows = table.type().shape.front();
  if (room_ && rows_ + rows > room_->type().shape.front())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("target {} has room for {} rows, {} were found in {} pages", target_,
                            room_->type().shape.front(), rows_ + rows, pages_ + 1));
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

std::int64_t Rows::finish() const {
  const Array all = joined();
  const ArrayView view = all;
  copy_elements(view.data(), view.strides(), room_->data(), room_->strides(), all.type().shape,
                static_cast<std::int64_t>(size_of(type_)));
  return rows_;
}

namespace {

std::vector<PartTarget> targets_in(std::vector<Made>& made, const std::vector<ValueType>& outputs, std::int64_t page) {
  std::vector<PartTarget> targets;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (const auto stack = pages_of(made[i]))
      targets.emplace_back(stack->page(page));
    else
      targets.push_back(part_of(made[i], std::get<ArrayType>(outputs[i]), page));
  return targets;
}

}  // namespace

std::vector<Made> run_pages(const Session& session, const Call& call, const StackViews& inputs,
                            const OpOptions& options, StackRoom targets, StackResult& told) {
  const std::vector<StackAxis> axes = axes_of(inputs);
  if (options.layered) refuse_call(call, "the option 'layered' with stacks, whose pages are layers by themselves");
  const std::int64_t pages = pages_along(axes, 0, axes.size());
  Repeated repeated(session, call, options, fixed_among(inputs));
  const op::Problem& problem = repeated.problem(page_of(inputs, 0).types());
  const std::vector<ValueType> outputs = problem.outputs();
  told.names = problem.output_names();
  check_count(call, outputs.size(), targets);
  std::vector<Made> made;
  for (std::size_t i = 0; i < outputs.size(); ++i) made.push_back(room_for(call, outputs[i], axes, targets, i));
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

namespace {

void add_value(StackResult& told, Made& value) {
  if (auto* stack = std::get_if<Stack>(&value)) told.stacks.push_back(std::move(*stack));
  if (auto* array = std::get_if<Array>(&value)) told.arrays.push_back(std::move(*array));
  const auto* rows = std::get_if<Rows>(&value);
  if (rows && rows->has_room_of_caller()) told.rows.push_back(rows->finish());
  if (rows && !rows->has_room_of_caller()) told.arrays.push_back(rows->joined());
}

StackResult run_stacks(const Session& session, const Call& call, const StackViews& inputs, const OpOptions& options,
                       StackRoom targets) {
  StackResult told;
  std::vector<Made> made = run_pages(session, call, inputs, options, targets, told);
  std::vector<std::string> names = told.names;
  return with_values(std::move(told), std::move(made), std::move(names));
}

}  // namespace

StackResult with_values(StackResult told, std::vector<Made> values, std::vector<std::string> names) {
  told.names = std::move(names);
  for (Made& value : values) {
    told.is_stack.push_back(pages_of(value).has_value());
    add_value(told, value);
  }
  return told;
}

StackResult Session::run(const Call& call, const StackViews& inputs, const OpOptions& options) const {
  return run_stacks(*this, call, inputs, options, nullptr);
}

StackResult Session::run_into(const Call& call, const StackViews& inputs, const StackTargets& outputs,
                              const OpOptions& options) const {
  const std::vector<Laid> written = laid_of(outputs);
  check_apart(written);
  check_apart(inputs, written, true);
  return run_stacks(*this, call, inputs, options, &outputs);
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

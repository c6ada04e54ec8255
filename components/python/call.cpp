// Calls with arrays of the host: each becomes a view, and results become NumPy's.
#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/stl/string.h>

#include <lenslet/stack_run.hpp>
#include <lenslet/work.hpp>

#include "python/device_values.hpp"
#include "python/errors.hpp"
#include "python/results.hpp"
#include "python/session.hpp"

namespace nb = nanobind;

namespace lenslet::python {

namespace {

constexpr double seconds_of_a_short_call = 0.02;

// An input or a target over Python's memory. One of the two is there.
struct HostValue {
  std::optional<Pixels> pixels;
  std::optional<HostArray> array;
  std::string axes;  // of pixels
  bool had_one_channel = false;
};

// What one call uses and makes. It lives until the call has ended, also where nobody waits for it any more.
struct HostCall {
  SessionPtr session;
  Keywords keywords;
  std::vector<HostValue> inputs;
  std::vector<HostValue> targets;
  std::vector<nb::object> given_targets;
  bool stacks = false, volume = false;
  Result result;
  StackResult stack_result;
};

HostValue image_input(const nb::object& object, const Operand& operand, const HostCall& call) {
  const std::string& what = operand.name;
  HostArray array = image_array(object, operand);
  const std::string first = call.inputs.empty() ? "" : call.inputs.front().axes;
  const std::string axes = axes_of(array, words_for(array, call.keywords.axes, first), what);
  HostValue value;
  value.had_one_channel = has_axis(axes, 'c') && array.shape()[axes.find('c')] == 1;
  value.pixels.emplace(std::move(array), axes, call.keywords.alpha, what);
  value.axes = axes;
  return value;
}

HostValue array_input(const nb::object& object, const std::string& what) {
  HostValue value;
  value.array = HostArray::of(object, what);
  return value;
}

void take_inputs(const KnownOp& op, const std::vector<nb::object>& objects, HostCall& call) {
  for (std::size_t place = 0; place < objects.size(); ++place) {
    const Operand& operand = op.input_at(place);
    call.inputs.push_back(operand.kind == ValueKind::image ? image_input(objects[place], operand, call)
                                                           : array_input(objects[place], operand.name));
  }
  call.stacks = std::any_of(call.inputs.begin(), call.inputs.end(),
                            [](const HostValue& value) { return value.pixels && value.pixels->is_stack(); });
  const bool has_depth = !call.inputs.empty() && has_axis(call.inputs.front().axes, 'z');
  call.volume = call.stacks && call.keywords.as_volume.value_or(has_depth);
  if (call.keywords.as_volume.value_or(false) && !call.stacks)
    throw value_error("as_volume is True, but no image has pages: axes='zyx' says which side is the depth");
}

// The axes of a target: those of the first image, with or without channels and depth, as it has sides.
std::string target_axes(const HostArray& array, const std::string& first, const std::string& what) {
  std::string axes = first;
  if (array.sides() == first.size() + 1 && !has_axis(first, 'c')) axes += 'c';
  if (array.sides() + 1 == first.size()) std::erase(axes, has_axis(first, 'c') ? 'c' : 'z');
  if (array.sides() != axes.size())
    throw value_error(
        fmt::format("{} has the shape {}, but the image has the axes '{}'", what, shape_text(array.shape()), first));
  return axes;
}

HostValue target_of(const nb::object& object, const std::string& what, const Operand& operand, const HostCall& call) {
  HostArray array = HostArray::writable(object, what);
  const std::vector<std::int64_t> array_shape = array.shape();
  HostValue value;
  if (operand.kind == ValueKind::array) {
    value.array = std::move(array);
    return value;
  }
  value.axes = target_axes(array, call.inputs.empty() ? "yx" : call.inputs.front().axes, what);
  value.pixels.emplace(std::move(array), value.axes, call.keywords.alpha, what);
  if (value.pixels->is_stack() && !call.stacks)
    throw value_error(
        fmt::format("{} has pages, of the shape {}, but the images have none", what, shape_text(array_shape)));
  if (!value.pixels->is_in_place())
    throw value_error(what +
                      " has pixels whose channels are no neighbours, or that overlap: pass an array whose last "
                      "side are the channels, or a copy");
  return value;
}

void take_targets(const KnownOp& op, HostCall& call) {
  if (!call.keywords.out.is_valid() || call.keywords.out.is_none()) return;
  const nb::object& out = call.keywords.out;
  if (nb::isinstance<nb::tuple>(out) || nb::isinstance<nb::list>(out))
    for (const nb::handle item : out) call.given_targets.push_back(nb::borrow(item));
  else
    call.given_targets.push_back(out);
  const std::size_t count = call.given_targets.size();
  for (std::size_t place = 0; place < count; ++place) {
    const Operand& operand = op.info.outputs[std::min(place, op.info.outputs.size() - 1)];
    call.targets.push_back(
        target_of(call.given_targets[place], count == 1 ? "out" : fmt::format("out[{}]", place), operand, call));
  }
}

ValueType type_of(const HostValue& value) {
  if (value.pixels) return value.pixels->page_type();
  return value.array->array_type();
}

HostViews views_of(const std::vector<HostValue>& values) {
  std::vector<HostView> views;
  for (const HostValue& value : values) {
    if (value.pixels)
      views.emplace_back(value.pixels->image());
    else
      views.emplace_back(value.array->view());
  }
  return views;
}

std::vector<StackInput> stack_views_of(const std::vector<HostValue>& values) {
  std::vector<StackInput> views;
  for (const HostValue& value : values) {
    if (!value.pixels)
      views.emplace_back(value.array->view());
    else if (value.pixels->is_stack())
      views.emplace_back(value.pixels->stack());
    else
      views.emplace_back(value.pixels->image());
  }
  return views;
}

MutableArrayView target_view(const HostArray& array) {
  return {array.data(), array.array_type(), array.strides()};
}

void run_images(HostCall& call) {
  const HostViews inputs = views_of(call.inputs);
  const Session& session = call.session->session;
  if (call.targets.empty()) {
    call.result = session.run(call.keywords.call, inputs, call.keywords.options);
    return;
  }
  std::vector<HostTarget> targets;
  for (const HostValue& value : call.targets) {
    if (value.pixels)
      targets.emplace_back(value.pixels->target());
    else
      targets.emplace_back(target_view(*value.array));
  }
  call.result = session.run_into(call.keywords.call, inputs, HostTargets(targets), call.keywords.options);
}

StackTargets stack_targets_of(const HostCall& call) {
  std::vector<StackTarget> targets;
  for (const HostValue& value : call.targets) {
    if (value.pixels)
      targets.emplace_back(value.pixels->stack_target());
    else
      targets.emplace_back(target_view(*value.array));
  }
  return targets;
}

void run_stacks(HostCall& call) {
  const StackViews inputs(stack_views_of(call.inputs));
  const Session& session = call.session->session;
  const Keywords& said = call.keywords;
  if (call.volume && call.targets.empty())
    call.stack_result = session.run_volume(said.call, inputs, said.depth, said.options);
  else if (call.volume)
    call.stack_result = session.run_volume_into(said.call, inputs, stack_targets_of(call), said.depth, said.options);
  else if (call.targets.empty())
    call.stack_result = session.run(said.call, inputs, said.options);
  else
    call.stack_result = session.run_into(said.call, inputs, stack_targets_of(call), said.options);
}

std::int64_t bytes_of_inputs(const HostCall& call) {
  std::int64_t bytes = 0;
  for (const HostValue& value : call.inputs)
    bytes += value.pixels ? value.pixels->bytes() : static_cast<std::int64_t>(value.array->array_type().bytes());
  return bytes;
}

const HostValue& first_image(const HostCall& call) {
  static const HostValue none{.pixels = {}, .array = {}, .axes = "yx"};
  for (const HostValue& value : call.inputs)
    if (value.pixels) return value;
  return none;
}

std::string axes_of_pages(const StackType& type) {
  std::string axes;
  for (const StackAxis& axis : type.axes)
    axes += static_cast<char>(std::tolower(static_cast<unsigned char>(axis.name)));
  return axes;
}

// The results in the order of the op's outputs: `is_image` says which of two lists the next one is in.
template <class Images, class IsImage, class Axes>
std::vector<nb::object> in_order(Images& images, std::vector<Array>& arrays, std::size_t count, const IsImage& is_image,
                                 const Axes& axes) {
  std::vector<nb::object> values;
  std::size_t image = 0, array = 0;
  for (std::size_t place = 0; place < count; ++place) {
    if (is_image(place)) {
      const std::string order = axes(images[image]);
      values.push_back(numpy_of(std::move(images[image++]), order));
    } else {
      values.push_back(numpy_of(std::move(arrays[array++])));
    }
  }
  return values;
}

bool is_image_output(const KnownOp& op, const Result& result, std::size_t place) {
  if (result.arrays.empty()) return true;
  if (result.images.empty()) return false;
  return op.info.outputs[place].kind == ValueKind::image;
}

nb::object image_results(const KnownOp& op, HostCall& call) {
  const HostValue& first = first_image(call);
  Result& result = call.result;
  const std::vector<nb::object> values = in_order(
      result.images, result.arrays, result.names.size(),
      [&](std::size_t place) { return is_image_output(op, result, place); },
      [&](const Image& image) { return result_axes(first.axes, first.had_one_channel, "", image.format().channels); });
  return joined(result.names, values);
}

nb::object stack_results(HostCall& call) {
  const HostValue& first = first_image(call);
  StackResult& result = call.stack_result;
  const std::vector<nb::object> values = in_order(
      result.stacks, result.arrays, result.names.size(), [&](std::size_t place) { return result.is_stack[place]; },
      [&](const Stack& stack) {
        return result_axes(first.axes, first.had_one_channel, axes_of_pages(stack.type()),
                           stack.type().format.channels);
      });
  return joined(result.names, values);
}

nb::object results_of(const KnownOp& op, HostCall& call) {
  if (!call.targets.empty())
    return joined(call.stacks ? call.stack_result.names : call.result.names, call.given_targets);
  return call.stacks ? stack_results(call) : image_results(op, call);
}

// What follows from the inputs of ops of arrays: a third column of a fit are weights.
void imply(const KnownOp& op, HostCall& call) {
  if (!op.info.of_arrays()) return;
  std::vector<ArrayType> types;
  for (const HostValue& value : call.inputs)
    if (value.array) types.push_back(value.array->array_type());
  call.keywords.call = implied_call(call.keywords.call, types);
}

nb::object run_on_host(const PySession& session, const KnownOp& op, const std::vector<nb::object>& inputs,
                       Keywords keywords) {
  const auto call = std::make_shared<HostCall>();
  call->session = session.use();
  call->keywords = std::move(keywords);
  take_inputs(op, inputs, *call);
  if (!call->inputs.empty()) set_border_value(call->keywords, type_of(call->inputs.front()));
  take_targets(op, *call);
  imply(op, *call);
  do_work(
      *call->session, op, bytes_of_inputs(*call),
      [call = call.get()] { call->stacks ? run_stacks(*call) : run_images(*call); }, call);
  return results_of(op, *call);
}

std::string place_text(std::size_t count) {
  return count == 1 ? "1 image or array" : fmt::format("{} images or arrays", count);
}

}  // namespace

void do_work(SessionState& session, const KnownOp& op, std::int64_t bytes, const std::function<void()>& work,
             const std::shared_ptr<void>& keeps) {
  const auto size = static_cast<double>(std::max<std::int64_t>(bytes, 1));
  const auto known = session.seconds_per_byte.find(op.name);
  const bool may_take_long =
      op.info.of_user || known == session.seconds_per_byte.end() || known->second * size > seconds_of_a_short_call;
  const auto begin = std::chrono::steady_clock::now();
  run_without_gil(work, keeps, may_take_long);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  session.seconds_per_byte[op.name] = took.count() / size;
}

namespace {

// Inputs by place, then those by name that follow; trailing ones that are None are not there.
std::vector<nb::object> collected_inputs(const KnownOp& op, const nb::tuple& given, const Keywords& keywords) {
  std::vector<nb::object> inputs;
  for (const nb::handle object : given) inputs.push_back(nb::borrow(object));
  const std::size_t by_place = inputs.size();
  const std::vector<Operand>& operands = op.info.inputs;
  for (std::size_t place = 0; place < operands.size(); ++place) {
    const auto named = keywords.inputs.find(operands[place].name);
    if (named == keywords.inputs.end()) continue;
    if (place < by_place) throw type_error(fmt::format("{} is given twice", operands[place].name));
    if (!named->second.is_none()) inputs.push_back(named->second);
  }
  while (inputs.size() > 1 && inputs.back().is_none()) inputs.pop_back();
  return inputs;
}

void set_flags_of_inputs(const KnownOp& op, std::size_t count, Call& call) {
  for (const Parameter& parameter : op.info.parameters)
    for (std::size_t place = 0; place < std::min(count, op.info.inputs.size()); ++place)
      if (op.info.inputs[place].name == parameter.name && op.is_flag_of_input(parameter))
        call.arguments[parameter.name] = true;
}

}  // namespace

std::vector<nb::object> ordered_inputs(const KnownOp& op, const nb::tuple& given, Keywords& keywords) {
  std::vector<nb::object> inputs = collected_inputs(op, given, keywords);
  set_flags_of_inputs(op, inputs.size(), keywords.call);
  if (op.info.of_arrays() || (inputs.size() == op.info.inputs.size() && keywords.inputs.empty())) return inputs;
  const std::vector<std::string> needed = input_names(keywords.call);
  if (inputs.size() != needed.size())
    throw type_error(fmt::format("{} takes {}: {}; {} given", op.name, place_text(needed.size()),
                                 fmt::join(needed, ", "), inputs.size()));
  return inputs;
}

nb::object run(const PySession& session, const KnownOp& op, const nb::tuple& inputs, const nb::dict& keywords) {
  Keywords said = keywords_of(op, keywords);
  const std::vector<nb::object> ordered = ordered_inputs(op, inputs, said);
  const bool on_device = std::any_of(ordered.begin(), ordered.end(), is_device_value);
  return on_device ? run_on_device(session, op, ordered, said) : run_on_host(session, op, ordered, std::move(said));
}

}  // namespace lenslet::python

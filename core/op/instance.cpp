// Ops with checked arguments, inputs and outputs.
#include <algorithm>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "op/op.hpp"
#include "op/op_problem.hpp"

namespace lenslet {
namespace op {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check_kind(const Op& op, const std::string& name, ValueKind kind, const ValueType& given) {
  const bool is_array = std::holds_alternative<ArrayType>(given);
  if (is_array == (kind == ValueKind::array)) return;
  refuse(fmt::format("{}: {} is {}, {}; allowed: {}", op.info.name, name, is_array ? "an array" : "an image",
                     to_string(given), is_array ? "an image" : "an array"));
}

void check_value(const ArrayType& array) {
  check(array);
}

void check_value(const ImageType& image) {
  check(image.format);
  if (image.size.width < 1 || image.size.height < 1)
    refuse(fmt::format("an image of {} x {}; sides are at least 1", image.size.width, image.size.height));
}

std::vector<std::string> inputs_of(const Op& op, const Arguments& arguments) {
  return op.inputs ? op.inputs(arguments) : names_of(op.info.inputs);
}

ValueKind kind_of(const Op& op, const std::string& name) {
  const auto found = std::ranges::find(op.info.inputs, name, &Operand::name);
  return found != op.info.inputs.end() ? found->kind : op.info.inputs.front().kind;
}

}  // namespace

void check_inputs(const Op& op, const std::vector<std::string>& names, const std::vector<ValueType>& inputs) {
  if (names.size() != inputs.size())
    refuse(fmt::format("{}: {} inputs, allowed: {} ({})", op.info.name, inputs.size(), names.size(),
                       fmt::join(names, ", ")));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    check_kind(op, names[i], kind_of(op, names[i]), inputs[i]);
    std::visit([](const auto& type) { check_value(type); }, inputs[i]);
  }
}

std::optional<Exclusion> excluded(const Op& op, const Instance& problem, const DeviceInfo& device,
                                  const DimensionSchedule& schedule) {
  return op.rule ? op.rule(problem, device, schedule) : std::nullopt;
}

std::vector<ArrayType> typical_inputs(const Op& op, const Call& call, ElementType type, std::int64_t elements) {
  const Arguments arguments(op.info, call.arguments);
  const std::int64_t count = elements > 0 ? elements : op.typical.elements;
  if (op.typical.shapes) return op.typical.shapes(arguments, type, count);
  return std::vector<ArrayType>(inputs_of(op, arguments).size(), ArrayType{type, {count}});
}

std::uint64_t min_bytes(const Op& op, const Instance& problem) {
  if (op.bytes) return op.bytes(problem);
  std::uint64_t bytes = 0;
  for (const Types* types : {&problem.inputs, &problem.outputs})
    for (const ValueType& type : types->all()) bytes += bytes_of(type);
  return bytes;
}

Placement placement_of(const Op& op, const Instance& problem, std::size_t output) {
  if (op.placement) return op.placement(problem);
  const auto* from = std::get_if<ImageType>(&problem.inputs.all().front());
  const auto* to = std::get_if<ImageType>(&problem.outputs.all()[output]);
  if (from && to) return {.is_known = from->size == to->size};
  return {.is_known = !from && !to && op.info.inputs.front().reads == Reads::same};
}

Instance instance_of(const Op& op, const Call& call, const Types& inputs, Alpha alpha) {
  const Arguments arguments(op.info, call.arguments);
  check_inputs(op, inputs_of(op, arguments), inputs.all());
  Types outputs = op.outputs(arguments, inputs);
  for (const ValueType& output : outputs.all()) std::visit([](const auto& type) { check_value(type); }, output);
  return {arguments, inputs, std::move(outputs), alpha};
}

ProblemPtr problem_of(const Work& work) {
  const bool arrays = work.inputs.empty() || std::holds_alternative<ArrayType>(work.inputs.front());
  const Op& op = find(work.call.op, arrays ? ValueKind::array : ValueKind::image);
  if (!may_miss(op, work)) return unmasked_problem(op, work);
  if (!op.masked) refuse_missing(op.info, "it computes results of all samples");
  check_inputs(op, inputs_of(op, Arguments(op.info, work.call.arguments)), work.inputs);
  return op.masked(op, work);
}

bool is_for_one_size(const Op& op, const Call& call) {
  if (!op.problem) return !op.every_size;
  return op.for_one_size && op.for_one_size(op, call);
}

}  // namespace op

// An unknown op is refused later, where the call's problem is made.
Work image_work(const Call& call, PixelFormat format, Size size, const OpOptions& options) {
  const auto is_meant = [&call](const op::Op& op) { return op.info.name == call.op && !op.info.of_arrays(); };
  const auto registered = std::ranges::find_if(op::registry(), is_meant);
  const op::Op* op = registered != op::registry().end() ? &*registered : op::made_op(call.op);
  const std::size_t inputs = op ? op::inputs_of(*op, op::Arguments(op->info, call.arguments)).size() : 1;
  return {call, std::vector<ValueType>(inputs, ImageType{format, size}), options};
}

std::vector<std::string> input_names(const Call& call) {
  const op::Op& op = op::find(call.op, ValueKind::image);
  return op::inputs_of(op, op::Arguments(op.info, call.arguments));
}

// Outputs that only some calls make come last.
std::vector<WorkOutput> work_outputs(const Work& work) {
  const op::ProblemPtr problem = op::problem_of(work);
  const std::vector<std::string> names = problem->output_names();
  const std::vector<ValueType> types = problem->outputs();
  std::vector<WorkOutput> outputs;
  for (std::size_t i = 0; i < types.size(); ++i) outputs.push_back({names[i], types[i], problem->placement(i)});
  outputs.front().note = problem->note();
  return outputs;
}

Call typical_call(const OpInfo& info) {
  const Call call{full_name(info)};
  const op::Op& op = op::find(call.op, ValueKind::image);
  if (!op.outputs) return call;
  try {
    work_outputs(info.of_arrays() ? array_work(call, typical_array_inputs(call))
                                  : image_work(call, {info.types.front(), 1}, {1024, 1024}));
    return call;
  } catch (const Error&) {
    return {call.op, op.cases(0).front().call.arguments};
  }
}

Call implied_call(const Call& call, const std::vector<ArrayType>& first) {
  const op::Op& op = op::find(call.op, ValueKind::array);
  return op.implied ? op.implied(call, first) : call;
}

Call call_for(const Call& call, const std::vector<HostValue>& inputs) {
  const op::Op& op = op::find(call.op, ValueKind::array);
  return op.called ? op.called(call, inputs) : call;
}

std::string remark_on(const Call& call, const std::vector<ArrayType>& inputs, const std::vector<HostValue>& outputs) {
  const op::Op& op = op::find(call.op, ValueKind::array);
  return op.remark ? op.remark(op::instance_of(op, call, inputs), outputs) : std::string();
}

std::vector<ArrayType> typical_array_inputs(const Call& call, std::optional<ElementType> type, std::int64_t elements) {
  const op::Op& op = op::find(call.op, ValueKind::array);
  if (elements < 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} elements; allowed: 1 and more, or 0", elements));
  return op::typical_inputs(op, call, type.value_or(op.typical.type), elements);
}

}  // namespace lenslet

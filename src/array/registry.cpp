// Looking up array ops by name, and checking what they are called with.
#include <algorithm>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "array/op.hpp"
#include "names.hpp"

namespace lenslet {
namespace array {
namespace {

void check_inputs(const Op& op, const std::vector<std::string>& names, const std::vector<ArrayType>& inputs) {
  if (names.size() != inputs.size())
    throw Error(ErrorKind::invalid_argument, fmt::format("{}: {} inputs, allowed: {} ({})", op.info.name, inputs.size(),
                                                         names.size(), fmt::join(names, ", ")));
  for (const ArrayType& input : inputs) check(input);
}

std::vector<std::string> inputs_of(const Op& op, const op::Arguments& arguments) {
  return op.inputs ? op.inputs(arguments) : op.info.inputs;
}

}  // namespace

const Op& find(std::string_view name) {
  const std::span<const Op> all = registry();
  const auto found =
      std::ranges::find_if(all, [&](const Op& op) { return op.info.name == name || full_name(op.info) == name; });
  if (found != all.end()) return *found;
  std::vector<std::string> known;
  for (const Op& op : all) known.push_back(op.info.name);
  throw_unknown("unknown op of arrays", name, known);
}

std::optional<Exclusion> excluded(const Op& op, const Problem& problem, const DeviceInfo& device,
                                  const ArraySchedule& schedule) {
  return op.rule ? op.rule(problem, device, schedule) : std::nullopt;
}

std::vector<ArrayType> typical_inputs(const Op& op, const Call& call, ElementType type, std::int64_t elements) {
  const op::Arguments arguments(op.info, call.arguments);
  const std::int64_t count = elements > 0 ? elements : op.typical.elements;
  if (op.typical.shapes) return op.typical.shapes(arguments, type, count);
  return std::vector<ArrayType>(inputs_of(op, arguments).size(), ArrayType{type, {count}});
}

std::uint64_t bytes_of(const Problem& problem) {
  std::uint64_t bytes = 0;
  for (const auto* types : {&problem.inputs, &problem.outputs})
    for (const ArrayType& type : *types) bytes += type.bytes();
  return bytes;
}

std::uint64_t least_bytes(const Op& op, const Problem& problem) {
  return op.bytes ? op.bytes(problem) : bytes_of(problem);
}

Problem problem_of(const Op& op, const Call& call, const std::vector<ArrayType>& inputs) {
  const op::Arguments arguments(op.info, call.arguments);
  check_inputs(op, inputs_of(op, arguments), inputs);
  std::vector<ArrayType> outputs = op.outputs(arguments, inputs);
  for (const ArrayType& output : outputs) check(output);
  return {arguments, inputs, std::move(outputs)};
}

}  // namespace array

std::vector<std::string> array_inputs(const Call& call) {
  const array::Op& op = array::find(call.op);
  return array::inputs_of(op, op::Arguments(op.info, call.arguments));
}

Call implied_call(const Call& call, const std::vector<ArrayType>& first) {
  const array::Op& op = array::find(call.op);
  return op.implied ? op.implied(call, first) : call;
}

// Those that only some calls make stand behind the others.
std::vector<ArrayOutput> array_outputs(const Call& call, const std::vector<ArrayType>& inputs) {
  const array::Op& op = array::find(call.op);
  std::vector<ArrayOutput> outputs;
  for (const ArrayType& type : array::problem_of(op, call, inputs).outputs)
    outputs.push_back({op.info.outputs[outputs.size()], type});
  return outputs;
}

std::vector<ArrayType> typical_array_inputs(const Call& call, std::optional<ElementType> type, std::int64_t elements) {
  const array::Op& op = array::find(call.op);
  if (elements < 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} elements; allowed: 1 and more, or 0", elements));
  return array::typical_inputs(op, call, type.value_or(op.typical.type), elements);
}

}  // namespace lenslet

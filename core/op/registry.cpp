// Finds ops by name. The sorted list itself is generated from core/ops/CMakeLists.txt.
#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/op.hpp>

#include "joined.hpp"
#include "op/op.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

[[noreturn]] void throw_unknown_op(std::string_view name, std::span<const std::string> known) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("unknown op '{}'{}", system::excerpt(name), hint_of_op(name, known)));
}

// What others than the library see of an op.
OpInfo info_of(const op::Op& op) {
  OpInfo info = op.info;
  std::erase_if(info.parameters, &Parameter::internal);
  info.plot = static_cast<bool>(op.plot);
  return info;
}

}  // namespace

std::vector<SampleType> usual_types(ValueKind kind) {
  if (kind == ValueKind::image) return {std::begin(filter_types), std::end(filter_types)};
  return {std::begin(sample_types), std::end(sample_types)};
}

std::vector<SampleType> types_to_32_bits() {
  using enum SampleType;
  return {u8, i8, u16, i16, u32, i32, f16, f32};
}

std::string_view name_of(Reads reads) {
  constexpr std::string_view names[] = {"same", "window", "scaled", "whole"};
  return names[static_cast<std::size_t>(reads)];
}

Operand image_operand(const char* called, Reads part, PixelFormat format) {
  Operand operand(called, part, {format.type});
  operand.format = format;
  return operand;
}

Operand counted_operand(const char* called, std::vector<std::string> columns, const char* room) {
  Operand operand(called, ValueKind::array);
  operand.columns = std::move(columns);
  operand.room = room;
  return operand;
}

std::vector<Operand> array_operands(const std::vector<std::string>& names, Reads part) {
  std::vector<Operand> operands;
  for (const std::string& name : names) operands.emplace_back(name, ValueKind::array, part);
  return operands;
}

std::vector<std::string> names_of(std::span<const Operand> operands) {
  std::vector<std::string> names;
  for (const Operand& operand : operands) names.push_back(operand.name);
  return names;
}

namespace op {

std::span<const Op> registry() {
  return joined().ops();
}

namespace {

// Returns the op of this name for which `is_meant` holds, else the first op of this name. Null for an unknown name.
template <class IsMeant>
OpPtr known_op(std::string_view name, const IsMeant& is_meant) {
  const Op* first = nullptr;
  for (const Op& op : registry()) {
    if (op.info.name != name && (!op.info.of_arrays() || full_name(op.info) != name)) continue;
    if (is_meant(op)) return held(op);
    if (!first) first = &op;
  }
  return first ? held(*first) : joined().op_of_text(name);
}

}  // namespace

OpPtr find_known(std::string_view name, ValueKind first) {
  return known_op(name, [first](const Op& op) { return op.info.inputs.front().kind == first; });
}

OpPtr find(std::string_view name, ValueKind first) {
  if (OpPtr known = find_known(name, first)) return known;
  std::vector<std::string> names;
  for (const Op& op : registry())
    if (op.info.inputs.front().kind == first) names.push_back(op.info.name);
  throw_unknown_op(name, names);
}

namespace {

std::set<std::string, std::less<>> names_in_registry() {
  std::set<std::string, std::less<>> names;
  for (const Op& op : registry()) {
    names.insert(op.info.name);
    if (op.info.of_arrays()) names.insert(full_name(op.info));
  }
  return names;
}

}  // namespace

OpPtr find_text(std::string_view name) {
  static const std::set<std::string, std::less<>> names = names_in_registry();
  return names.contains(name) ? nullptr : joined().op_of_text(name);
}

OpPtr find(std::string_view name) {
  if (OpPtr known = known_op(name, [name](const Op& op) { return full_name(op.info) == name; })) return known;
  std::vector<std::string> names;
  for (const Op& op : registry()) names.push_back(full_name(op.info));
  throw_unknown_op(name, names);
}

}  // namespace op

std::span<const OpInfo> all_ops() {
  static const std::vector<OpInfo> all = [] {
    std::vector<OpInfo> infos;
    for (const op::Op& op : op::registry()) infos.push_back(info_of(op));
    return infos;
  }();
  return all;
}

std::span<const OpInfo> ops_of_images() {
  return all_ops().first(all_ops().size() - ops_of_arrays().size());
}

std::span<const OpInfo> ops_of_arrays() {
  return all_ops().last(static_cast<std::size_t>(std::ranges::count_if(all_ops(), &OpInfo::of_arrays)));
}

std::string full_name(const OpInfo& op) {
  return op.family.empty() || op.name == op.family ? op.name : op.family + "." + op.name;
}

OpInfo find_op(std::string_view name) {
  return info_of(*op::find(name));
}

}  // namespace lenslet

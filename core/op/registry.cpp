// Finds ops by name. The sorted list itself is generated from core/ops/CMakeLists.txt.
#include <algorithm>

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

OpInfo info_of(const op::Op& op) {
  OpInfo info = op.info;
  info.plot = static_cast<bool>(op.plot);
  return info;
}

}  // namespace

std::string_view name_of(Reads reads) {
  constexpr std::string_view names[] = {"same", "window", "scaled", "whole"};
  return names[static_cast<std::size_t>(reads)];
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

OpPtr find(std::string_view name, ValueKind first) {
  const auto is_first = [first](const Op& op) { return op.info.inputs.front().kind == first; };
  const Op* found = nullptr;
  for (const Op& op : registry()) {
    if (op.info.name != name && full_name(op.info) != name) continue;
    if (is_first(op)) return held(op);
    if (!found) found = &op;
  }
  if (found) return held(*found);
  if (OpPtr made = joined().op_of_text(name)) return made;
  std::vector<std::string> known;
  for (const Op& op : registry())
    if (is_first(op)) known.push_back(op.info.name);
  throw_unknown_op(name, known);
}

OpPtr find(std::string_view name) {
  for (const Op& op : registry())
    if (full_name(op.info) == name) return held(op);
  for (const Op& op : registry())
    if (op.info.name == name) return held(op);
  if (OpPtr made = joined().op_of_text(name)) return made;
  std::vector<std::string> known;
  for (const Op& op : registry()) known.push_back(full_name(op.info));
  throw_unknown_op(name, known);
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

// Writes <lenslet/ops.hpp>: a struct for each op. Parameters are its members, and it converts to a Call.
#include <set>
#include <sstream>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "names.hpp"
#include "op/describe.hpp"
#include "ops/write_header/generate.hpp"
#include "ops/write_header/identifiers.hpp"

namespace lenslet::ops {
namespace {

constexpr std::size_t line_width = 110;

constexpr std::string_view head =
    R"(// The ops as structs. Written by the build from what each op says of itself in core/ops.
//
//   session.run(lenslet::ops::Gaussian{.sigma = 2}, image);
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <lenslet/op.hpp>
#include <lenslet/pipeline.hpp>

namespace lenslet::ops {

using lenslet::operator|;  // ops::Gaussian{} | ops::Gradient{}
)";

constexpr std::string_view tail = "\n}  // namespace lenslet::ops\n";

// A namespace of its own: the mean of an array is not the mean of a window.
constexpr std::string_view array_head = R"(
// Of arrays.
namespace lenslet::array_ops {
)";
constexpr std::string_view array_tail = "\n}  // namespace lenslet::array_ops\n";

// Writes `text` as comment lines. Its line breaks stay.
std::string comment(std::string_view indent, const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::string out = fmt::format("{}//", indent);
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (out.size() + 1 + word.size() > line_width) {
        result += out + '\n';
        out = fmt::format("{}//", indent);
      }
      out += ' ' + word;
    }
    result += out + '\n';
  }
  return result;
}

// Refuses two names that become the same identifier.
class Scope {
 public:
  Scope(std::string name, std::set<std::string> taken) : name_(std::move(name)), taken_(std::move(taken)) {}

  std::string add(std::string id) {
    if (taken_.insert(id).second) return id;
    throw Error(ErrorKind::invalid_argument, fmt::format("{}: the C++ name '{}' is taken, choose another", name_, id));
  }

 private:
  std::string name_;
  std::set<std::string> taken_;
};

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + '"';
}

std::string enum_definition(const OpInfo& op, const Parameter& parameter, Scope& members) {
  const std::string type = members.add(type_name(parameter.name));
  Scope enumerators(fmt::format("{} {}", op.name, parameter.name), {});
  std::vector<std::string> ids;
  for (const std::string& choice : parameter.choices) ids.push_back(enumerators.add(identifier(choice)));
  return fmt::format("  enum class {} {{ {} }};\n", type, joined(ids));
}

std::string member_type(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::flag:
      return "bool";
    case ParameterKind::integer:
      return parameter.automatic ? "lenslet::IntegerOrAuto" : "int";
    case ParameterKind::real:
      return "double";
    case ParameterKind::choice:
      return type_name(parameter.name);
    case ParameterKind::text:
      return "std::string";
    case ParameterKind::numbers:
      return "lenslet::Numbers";
    case ParameterKind::matrix:
      return "lenslet::Matrix";
    case ParameterKind::size:
      return "lenslet::Size";
    case ParameterKind::curve:
      return "lenslet::Curve";
  }
  return {};
}

// Writes the default as C++.
class DefaultText {
 public:
  explicit DefaultText(const Parameter& parameter) : parameter_(parameter) {}

  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const std::string& value) const {
    if (parameter_.kind == ParameterKind::text) return quoted(value);
    if (parameter_.kind == ParameterKind::integer) return "lenslet::auto_number";
    return fmt::format("{}::{}", type_name(parameter_.name), identifier(value));
  }
  std::string operator()(const Numbers& value) const { return fmt::format("{{{}}}", fmt::join(value, ", ")); }
  std::string operator()(const Matrix& value) const {
    return value.empty() ? "{}" : fmt::format("{{{}, {}, {}}}", value.rows(), value.columns(), (*this)(value.values()));
  }
  std::string operator()(Size value) const {
    return value == Size{} ? "{}" : fmt::format("{{{}, {}}}", value.width, value.height);
  }
  std::string operator()(const Curve& value) const {
    if (!value.table().empty()) return fmt::format("lenslet::Numbers{}", (*this)(value.table()));
    std::vector<std::string> points;
    for (const CurvePoint& point : value.points()) points.push_back(fmt::format("{{{}, {}}}", point.x, point.y));
    return fmt::format("{{{}}}", fmt::join(points, ", "));
  }
  std::string operator()(auto number) const { return fmt::format("{}", number); }

 private:
  const Parameter& parameter_;
};

std::string member_default(const Parameter& parameter) {
  return std::visit(DefaultText(parameter), parameter.initial);
}

std::string member(const OpInfo& op, const Parameter& parameter, Scope& members) {
  const std::string choices =
      parameter.kind == ParameterKind::choice ? enum_definition(op, parameter, members) : std::string{};
  const std::string id = members.add(identifier(parameter.name));
  return fmt::format("{}{}  {} {} = {};\n", comment("  ", op::describe(parameter)), choices, member_type(parameter), id,
                     member_default(parameter));
}

std::string words_name(const Parameter& parameter) {
  return identifier("words_of_" + parameter.name);
}

// Writes the member's value as the matching alternative of Value.
std::string argument(const Parameter& parameter) {
  const std::string id = identifier(parameter.name);
  switch (parameter.kind) {
    case ParameterKind::integer:
      return parameter.automatic ? id : fmt::format("std::int64_t{{{}}}", id);
    case ParameterKind::choice:
      return fmt::format("std::string({}[static_cast<std::size_t>({})])", words_name(parameter), id);
    default:
      return id;
  }
}

std::string choice_words(const Parameter& parameter) {
  std::vector<std::string> words;
  for (const std::string& choice : parameter.choices) words.push_back(quoted(choice));
  return fmt::format("    constexpr const char* {}[] = {{{}}};\n", words_name(parameter), joined(words));
}

std::string conversion(const OpInfo& op) {
  std::string words;
  std::vector<std::string> arguments;
  for (const Parameter& parameter : op.parameters) {
    if (parameter.kind == ParameterKind::choice) words += choice_words(parameter);
    arguments.push_back(fmt::format("{{{}, {}}}", quoted(parameter.name), argument(parameter)));
  }
  return fmt::format("  operator lenslet::Call() const {{\n{}    return {{{},\n            {{{}}}}};\n  }}\n", words,
                     quoted(op.name), fmt::join(arguments, ",\n             "));
}

std::string op_comment(const OpInfo& op) {
  std::string text = op.summary + '\n' + op.details;
  if (op.outputs.size() > 1) text += "\nOutputs: " + joined(names_of(op.outputs)) + '.';
  return comment("", text);
}

std::string op_struct(const OpInfo& op, Scope& structs) {
  const std::string type = structs.add(type_name(op.name));
  Scope members(op.name, {type, "Call"});
  std::string text;
  for (const Parameter& parameter : op.parameters) text += member(op, parameter, members) + '\n';
  return fmt::format("\n{}struct {} {{\n{}{}}};\n", op_comment(op), type, text, conversion(op));
}

}  // namespace

std::string cpp_header(std::span<const OpInfo> all, std::span<const OpInfo> arrays) {
  Scope structs("ops", {"Op", "Arguments"});  // names of the library in this namespace
  std::string text(head);
  for (const OpInfo& op : all) text += op_struct(op, structs);
  text += tail;
  if (arrays.empty()) return text;
  Scope array_structs("array_ops", {});
  text += array_head;
  for (const OpInfo& info : arrays) text += op_struct(info, array_structs);
  return text + std::string(array_tail);
}

}  // namespace lenslet::ops

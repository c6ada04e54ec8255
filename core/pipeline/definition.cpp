// Names of nodes and values, and the definition as a text.
#include "pipeline/definition.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/error.hpp>
#include <lenslet/work.hpp>

#include "names.hpp"
#include "op/op.hpp"
#include "pipeline/token.hpp"

namespace lenslet::pipeline {
namespace {

constexpr Size any_size{64, 64};
constexpr int any_channels[] = {1, 3, 4, 2};

// Quotes the text where the language would not read it as one word.
std::string word_of(const Value& value) {
  const std::string text = value_text(value);
  const bool plain = !text.empty() && std::ranges::all_of(text, is_word);
  const char quote = text.find('"') == text.npos ? '"' : '\'';
  return plain ? text : fmt::format("{0}{1}{0}", quote, text);
}

std::string options_of(const Node& node) {
  std::string text;
  if (node.border) text += fmt::format(" border={}", name_of(*node.border));
  if (node.depth) text += fmt::format(" ddepth={}", name_of(*node.depth));
  if (node.alpha) text += fmt::format(" alpha={}", name_of(*node.alpha));
  return text;
}

// A user's filter may be known by its path; then this is the name that it declares.
std::string own_name(const Node& node) {
  const op::OpPtr op = op_of(node);
  return op->info.declared.empty() ? op->info.name : op->info.declared;
}

// Tells whether the text can be ops between '|', where each op takes everything that the one before makes.
bool is_chain(const Definition& definition) {
  std::vector<ValueId> before;
  for (ValueId id = 0; id < definition.inputs; ++id) before.push_back(id);
  const Node& first = definition.nodes.front();
  const std::vector<std::string> names(definition.values.begin(),
                                       definition.values.begin() + static_cast<std::ptrdiff_t>(definition.inputs));
  if (names != inputs_of(first)) return false;
  for (const Node& node : definition.nodes) {
    if (node.inputs != before) return false;
    before = node.outputs;
  }
  return before == definition.outputs &&
         std::all_of(definition.values.begin() + static_cast<std::ptrdiff_t>(definition.inputs),
                     definition.values.end(), [](const std::string& name) { return name.empty(); });
}

// Writes a definition with all arguments, or with only those that decide how many operands an op has.
class Writer {
 public:
  Writer(const Definition& definition, bool all_arguments) : definition_(definition), all_(all_arguments) {}

  StructureText write() {
    is_chain(definition_) ? write_chain() : write_statements();
    return std::move(result_);
  }

 private:
  void write_node(const Node& node, const std::string& operands) {
    result_.places.push_back(result_.text.size());
    result_.text += word_of(node.op) + operands;
    for (const auto& [name, value] : node.arguments)
      if (all_ || decides_operands(node, name)) result_.text += fmt::format(" {}={}", name, word_of(value));
    result_.text += options_of(node);
  }

  void write_chain() {
    for (const Node& node : definition_.nodes) {
      if (!result_.text.empty()) result_.text += " | ";
      write_node(node, {});
    }
  }

  void write_statements() {
    result_.text = "in " + list(0, definition_.inputs);
    for (const Node& node : definition_.nodes) {
      result_.text += "; ";
      for (std::size_t i = 0; i < node.outputs.size(); ++i)
        result_.text += (i > 0 ? ", " : "") + (is_used(node.outputs[i]) ? name(node.outputs[i]) : "_");
      result_.text += " = ";
      std::string operands;
      for (const ValueId id : node.inputs) operands += ' ' + name(id);
      write_node(node, operands);
    }
    result_.text += "; out ";
    for (std::size_t i = 0; i < definition_.outputs.size(); ++i)
      result_.text += (i > 0 ? ", " : "") + name(definition_.outputs[i]);
  }

  std::string list(ValueId first, ValueId end) const {
    std::string text;
    for (ValueId id = first; id < end; ++id) text += (id > first ? ", " : "") + name(id);
    return text;
  }

  bool is_used(ValueId id) const {
    return std::ranges::count(definition_.outputs, id) > 0 ||
           std::ranges::any_of(definition_.nodes,
                               [id](const Node& node) { return std::ranges::count(node.inputs, id) > 0; });
  }

  // The value's own name, or a new one that is not taken.
  std::string name(ValueId id) const {
    const auto& names = definition_.values;
    if (!names[id].empty()) return names[id];
    std::string made = fmt::format("v{}", id);
    while (std::ranges::count(names, made) > 0) made += '_';
    return made;
  }

  const Definition& definition_;
  bool all_;
  StructureText result_;
};

// The outputs of images with so many channels; none where the op does not take them.
std::vector<std::string> outputs_for(const op::OpPtr& op, const Node& node, int channels) {
  const std::size_t inputs = inputs_of(node).size();
  for (const SampleType type : op->info.inputs.front().types) {
    const std::vector<ValueType> types(inputs, ImageType{{type, channels}, any_size});
    try {
      return op::problem_of(op, {{node.op, node.arguments}, types, {}})->output_names();
    } catch (const Error&) {
      continue;  // the op does not take these inputs
    }
  }
  return {};
}

}  // namespace

op::OpPtr op_of(const Node& node) {
  return node.known ? node.known : op::find(node.op);
}

std::vector<std::string> inputs_of(const Node& node) {
  const op::OpPtr op = op_of(node);
  return op::inputs_of(*op, op::Arguments(op->info, node.arguments));
}

bool is_text(std::string_view text) {
  return text.find_first_of("|;= \n") != text.npos;
}

bool is_name(const std::string& word) {
  constexpr std::string_view reserved[] = {"in", "out", "_"};
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word.front())) == 0 &&
         std::ranges::all_of(word, is_letter) && std::ranges::count(reserved, word) == 0;
}

std::string Definition::label(std::size_t node) const {
  const std::string own = own_name(nodes[node]);
  std::size_t number = 1;
  for (std::size_t i = 0; i < node; ++i) number += own_name(nodes[i]) == own ? 1 : 0;
  return number == 1 ? own : fmt::format("{}{}", own, number);
}

StructureText structure_of(const Definition& definition) {
  return Writer(definition, false).write();
}

std::string text_of(const Definition& definition) {
  return Writer(definition, true).write().text;
}

// Every flag counts, because with some flags an op makes two images.
bool decides_operands(const Node& node, const std::string& name) {
  if (std::holds_alternative<bool>(node.arguments.at(name))) return true;
  auto without = node.arguments;
  without.erase(name);
  const op::OpPtr op = op_of(node);
  return inputs_of(node) != op::inputs_of(*op, op::Arguments(op->info, without));
}

std::string hint_of_flag(const Node& node) {
  const op::OpPtr op = op_of(node);
  for (const Parameter& parameter : op->info.parameters) {
    if (parameter.kind != ParameterKind::flag) continue;
    Node with = node;
    with.arguments[parameter.name] = true;
    const std::vector<std::string> names = inputs_of(with);
    if (names.size() == node.inputs.size())
      return fmt::format("; with the word '{}' it takes {}", parameter.name, joined(names));
  }
  return {};
}

// Which outputs a call makes is only known for given inputs, so several formats are tried.
std::vector<std::string> outputs_of(const Node& node, std::size_t wanted) {
  const op::OpPtr op = op_of(node);
  if (op->info.outputs.size() == 1) return names_of(op->info.outputs);
  std::vector<std::string> usual;
  for (const int channels : any_channels) {
    std::vector<std::string> names = outputs_for(op, node, channels);
    if (!names.empty() && (wanted == 0 || names.size() == wanted)) return names;
    if (usual.empty()) usual = std::move(names);
  }
  return usual.empty() ? names_of(op->info.outputs) : usual;
}

std::vector<std::string> output_names_of(const Definition& definition) {
  std::vector<std::string> names;
  for (const ValueId id : definition.outputs) {
    names.push_back(definition.values[id]);
    for (const Node& node : definition.nodes)
      for (std::size_t i = 0; i < node.outputs.size() && names.back().empty(); ++i)
        if (node.outputs[i] == id) names.back() = outputs_of(node, node.outputs.size())[i];
  }
  return names;
}

std::map<std::string, Value> arguments_of(const Definition& definition) {
  std::map<std::string, Value> arguments;
  for (std::size_t i = 0; i < definition.nodes.size(); ++i)
    for (const auto& [name, value] : definition.nodes[i].arguments)
      if (!decides_operands(definition.nodes[i], name)) arguments[definition.label(i) + '.' + name] = value;
  return arguments;
}

Call call_of(const Definition& definition) {
  const std::string text = structure_of(definition).text;
  if (!is_text(text)) return {text, definition.nodes.front().arguments};
  return {text, arguments_of(definition)};
}

void put_arguments(Definition& definition, const std::map<std::string, Value>& arguments) {
  for (std::size_t i = 0; i < definition.nodes.size(); ++i) {
    const std::string prefix = definition.label(i) + '.';
    for (const auto& [name, value] : arguments)
      if (name.starts_with(prefix)) definition.nodes[i].arguments[name.substr(prefix.size())] = value;
  }
}

}  // namespace lenslet::pipeline

// The public classes for pipelines.
#include <lenslet/pipeline.hpp>

#include <algorithm>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>
#include <lenslet/work.hpp>

#include "names.hpp"
#include "op/op.hpp"
#include "pipeline/definition.hpp"

namespace lenslet {
namespace {

using pipeline::Definition;
using pipeline::Node;
using pipeline::ValueId;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, "pipeline: " + what);
}

void check_takes(const Node& node, std::size_t given) {
  const std::vector<std::string> wanted = inputs_of(node);
  if (given != wanted.size())
    refuse(fmt::format("{} takes {} inputs ({}), here are {}", node.op, wanted.size(), joined(wanted), given));
}

// Adds a node and its outputs, which get no names.
void add_node(Definition& definition, Node node) {
  check_takes(node, node.inputs.size());
  for (std::size_t i = 0; i < outputs_of(node).size(); ++i) {
    node.outputs.push_back(definition.values.size());
    definition.values.emplace_back();
  }
  definition.nodes.push_back(std::move(node));
}

// Throws for an argument that the op does not have.
Node node_of(const Call& call) {
  op::OpPtr known = op::find(call.op);
  const OpInfo& op = known->info;
  if (op.of_arrays()) refuse(op.name + " is an op of arrays");
  const op::Arguments checked(op, call.arguments);
  Node node{.op = full_name(op), .known = std::move(known)};
  for (const Parameter& parameter : op.parameters)
    if (const auto given = call.arguments.find(parameter.name);
        given != call.arguments.end() && checked.get(parameter.name) != parameter.initial)
      node.arguments.emplace(parameter.name, checked.get(parameter.name));
  return node;
}

// Adds the nodes of a part with these values as its inputs. Returns the part's outputs. A name that is taken already is
// not used again.
std::vector<ValueId> splice(Definition& into, const Definition& part, std::vector<ValueId> inputs) {
  if (part.inputs != inputs.size())
    refuse(fmt::format("{} values for a part with {} inputs", inputs.size(), part.inputs));
  std::vector<ValueId> places = std::move(inputs);
  for (ValueId id = part.inputs; id < part.values.size(); ++id) {
    places.push_back(into.values.size());
    const bool taken = std::ranges::count(into.values, part.values[id]) > 0;
    into.values.push_back(taken ? std::string() : part.values[id]);
  }
  const auto moved = [&places](std::vector<ValueId> ids) {
    for (ValueId& id : ids) id = places[id];
    return ids;
  };
  for (Node node : part.nodes) {
    node.inputs = moved(node.inputs);
    node.outputs = moved(node.outputs);
    into.nodes.push_back(std::move(node));
  }
  return moved(part.outputs);
}

Definition definition_of(const Call& call) {
  if (pipeline::is_text(call.op)) {
    Definition parsed = pipeline::parse(call.op);
    pipeline::put_arguments(parsed, call.arguments);
    return parsed;
  }
  Definition definition;
  Node node = node_of(call);
  definition.values = inputs_of(node);
  definition.inputs = definition.values.size();
  for (ValueId id = 0; id < definition.inputs; ++id) node.inputs.push_back(id);
  add_node(definition, std::move(node));
  definition.outputs = definition.nodes.front().outputs;
  return definition;
}

void check_used(const Definition& definition) {
  const auto is_used = [&](ValueId id) {
    return std::ranges::count(definition.outputs, id) > 0 ||
           std::ranges::any_of(definition.nodes,
                               [id](const Node& node) { return std::ranges::count(node.inputs, id) > 0; });
  };
  for (ValueId id = 0; id < definition.inputs; ++id)
    if (!is_used(id)) refuse(fmt::format("nothing uses the input '{}'", definition.values[id]));
  for (const Node& node : definition.nodes)
    if (std::ranges::none_of(node.outputs, is_used)) refuse(fmt::format("nothing uses what {} makes", node.op));
}

}  // namespace

Pipeline Pipeline::parse(const std::string& text) {
  return Pipeline(std::make_shared<const Definition>(pipeline::parse(text)));
}

Pipeline::Pipeline(const Call& call) : definition_(std::make_shared<const Definition>(definition_of(call))) {}

std::vector<std::string> Pipeline::inputs() const {
  const auto& names = definition_->values;
  return {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(definition_->inputs)};
}

std::vector<std::string> Pipeline::outputs() const {
  return output_names_of(*definition_);
}

std::size_t Pipeline::size() const {
  return definition_->nodes.size();
}

std::string Pipeline::text() const {
  return text_of(*definition_);
}

Pipeline::operator Call() const {
  return call_of(*definition_);
}

Pipeline operator|(const Pipeline& first, const Pipeline& then) {
  Definition joined = *first.definition_;
  joined.outputs = splice(joined, *then.definition_, joined.outputs);
  return Pipeline(std::make_shared<const Definition>(std::move(joined)));
}

PipelineBuilder::PipelineBuilder() : definition_(std::make_unique<Definition>()) {}
PipelineBuilder::~PipelineBuilder() = default;
PipelineBuilder::PipelineBuilder(PipelineBuilder&&) noexcept = default;
PipelineBuilder& PipelineBuilder::operator=(PipelineBuilder&&) noexcept = default;

void PipelineBuilder::check_name(const std::string& name) const {
  if (!pipeline::is_name(name))
    refuse(fmt::format("'{}' is no name: letters, digits and '_', and no word of the language", name));
  if (std::ranges::count(definition_->values, name) > 0) refuse(fmt::format("'{}' is the name of another value", name));
}

PipelineBuilder::Value PipelineBuilder::input(const std::string& name) {
  check_name(name);
  if (!definition_->nodes.empty()) refuse(fmt::format("the input '{}' after the first op", name));
  definition_->values.push_back(name);
  return Value(definition_->inputs++);
}

std::vector<PipelineBuilder::Value> PipelineBuilder::add_all(const Call& call, const std::vector<Value>& inputs) {
  const Definition part = definition_of(call);
  if (inputs.size() != part.inputs)
    refuse(fmt::format("{} takes {} inputs, here are {}", call.op, part.inputs, inputs.size()));
  std::vector<ValueId> ids;
  for (const Value& value : inputs) {
    if (value.id_ >= definition_->values.size()) refuse("a value of another graph");
    ids.push_back(value.id_);
  }
  std::vector<Value> outputs;
  for (const ValueId id : splice(*definition_, part, ids)) outputs.push_back(Value(id));
  return outputs;
}

PipelineBuilder::Value PipelineBuilder::add(const Call& call, const std::vector<Value>& inputs) {
  std::vector<Value> outputs = add_all(call, inputs);
  if (outputs.size() != 1) refuse(fmt::format("{} makes {} images, add() is for one", call.op, outputs.size()));
  return outputs.front();
}

void PipelineBuilder::output(const std::string& name, Value value) {
  check_name(name);
  if (value.id_ < definition_->inputs)
    refuse(fmt::format("the input '{}' as an output", definition_->values[value.id_]));
  if (!definition_->values[value.id_].empty())
    refuse(fmt::format("the output '{}' has the name '{}' already", name, definition_->values[value.id_]));
  definition_->values[value.id_] = name;
  definition_->outputs.push_back(value.id_);
}

Pipeline PipelineBuilder::build() const {
  if (definition_->nodes.empty()) refuse("a graph without an op");
  if (definition_->outputs.empty()) refuse("a graph without an output");
  check_used(*definition_);
  return Pipeline(std::make_shared<const Definition>(*definition_));
}

}  // namespace lenslet

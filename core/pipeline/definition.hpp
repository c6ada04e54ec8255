// A pipeline's contents: ops whose inputs are the pipeline's inputs or outputs of earlier ops.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/border.hpp>
#include <lenslet/op.hpp>

#include "op/problem.hpp"

namespace lenslet::pipeline {

using ValueId = std::size_t;  // index into Definition::values

// One op of a pipeline.
struct Node {
  std::string op;                               // full name
  op::OpPtr known = {};                         // the op; null before it has been looked up
  std::map<std::string, Value> arguments = {};  // those that differ from their defaults
  std::optional<Border> border = {};            // absent: the call's
  std::optional<SampleType> depth = {};         // of its outputs; absent: the op's
  std::optional<Alpha> alpha = {};              // absent: the call's, where the op knows it
  std::vector<ValueId> inputs = {}, outputs = {};

  // Makes the node's problem where that is not the op's own. Such nodes are never written in a text.
  std::function<op::ProblemPtr(const Work&)> problem = {};
};

struct Definition {
  std::vector<std::string> values;  // names of all values; the pipeline's inputs come first
  std::size_t inputs = 0;
  std::vector<Node> nodes;  // each comes after those whose outputs it takes
  std::vector<ValueId> outputs;

  // The name in front of a node's parameters: the op's own name, with a number from the second node of that op on.
  std::string label(std::size_t node) const;
};

// The op of a node. It is looked up by its name where the node does not have it.
op::OpPtr op_of(const Node& node);

// The names of a node's inputs and outputs in its op. Where the number of outputs depends on the channels of the
// inputs, they are those of `wanted` outputs, if there can be so many.
std::vector<std::string> inputs_of(const Node& node);
std::vector<std::string> outputs_of(const Node& node, std::size_t wanted = 0);

// Tells whether a text can only be a pipeline.
bool is_text(std::string_view text);

// Tells whether a word can be a name: letters, digits and '_', not beginning with a digit, and no word of the language.
bool is_name(const std::string& word);

using DefinitionPtr = std::shared_ptr<const Definition>;

// Reads the language of docs/pipelines.md. Throws invalid_argument, with the line and a mark below the wrong place.
Definition parse(const std::string& text);

// Tells whether an argument decides what a node takes and makes. Such arguments are part of the text that names the
// pipeline.
bool decides_operands(const Node& node, const std::string& name);

// Where a flag would let the op take as many inputs as the node has: "; with the word 'weighted' it takes a, b,
// weight". Else empty.
std::string hint_of_flag(const Node& node);

// The text with only those arguments that decide operands. It is the name of the pipeline as an op; parse() makes the
// same nodes of it.
struct StructureText {
  std::string text;
  std::vector<std::size_t> places;  // where each node's op begins in the text
};
StructureText structure_of(const Definition& definition);

// The text with all arguments, for people.
std::string text_of(const Definition& definition);

// The names of the pipeline's outputs: their own, or else the ops'.
std::vector<std::string> output_names_of(const Definition& definition);

// The remaining arguments of all nodes, by the names of their parameters in the pipeline's op: "gaussian.sigma".
std::map<std::string, Value> arguments_of(const Definition& definition);

// The call of the pipeline as an op. A pipeline of a single op is that op.
Call call_of(const Definition& definition);

// Sets arguments of nodes by the names of their parameters in the pipeline's op.
void put_arguments(Definition& definition, const std::map<std::string, Value>& arguments);

}  // namespace lenslet::pipeline

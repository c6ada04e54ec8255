// A pipeline from inside: ops whose inputs are the pipeline's own or what ops before them made.
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

using ValueId = std::size_t;  // among Definition::values

// One op of a pipeline.
struct Node {
  std::string op;                               // its full name
  op::OpPtr known = {};                         // the op itself, where it has been looked up
  std::map<std::string, Value> arguments = {};  // those that differ from their defaults
  std::optional<Border> border = {};            // absent: the call's
  std::optional<PixelType> depth = {};          // of its outputs; absent: as the op has it
  std::optional<Alpha> alpha = {};              // absent: the call's, where the op knows it
  std::vector<ValueId> inputs = {}, outputs = {};

  // Makes its problem, where that is not the op's own; nobody writes such a node.
  std::function<op::ProblemPtr(const Work&)> problem = {};
};

struct Definition {
  std::vector<std::string> values;  // the names of all values; the pipeline's inputs first
  std::size_t inputs = 0;
  std::vector<Node> nodes;  // each after those whose outputs it takes
  std::vector<ValueId> outputs;

  // By what a node's parameters are known: its op's own name, with a number from the second node of that op on.
  std::string label(std::size_t node) const;
};

// The op of a node, looked up by its name where nobody has done so.
op::OpPtr op_of(const Node& node);

// The inputs and outputs of a node, by their names as its op has them.
std::vector<std::string> inputs_of(const Node& node);
std::vector<std::string> outputs_of(const Node& node);

// Whether a text can only be a pipeline's.
bool is_text(std::string_view text);

// Letters, digits and '_', not beginning with a digit, and no word of the language.
bool is_name(const std::string& word);

using DefinitionPtr = std::shared_ptr<const Definition>;

// Reads the language of docs/pipelines.md. Throws invalid_argument, with the line and a mark below the place.
Definition parse(const std::string& text);

// Whether the argument decides what a node takes and makes, so that it is part of the text that names the pipeline.
bool decides_operands(const Node& node, const std::string& name);

// "; with the word 'weighted' it takes a, b, weight", where a flag lets the op take as many inputs as the node has;
// else empty.
std::string hint_of_flag(const Node& node);

// The text without arguments, but for those that decide operands: the name of the op that the pipeline is, of which
// parse() makes the same nodes.
struct StructureText {
  std::string text;
  std::vector<std::size_t> places;  // where each node's op begins
};
StructureText structure_of(const Definition& definition);

// The text with arguments, for people.
std::string text_of(const Definition& definition);

// The names of the pipeline's outputs: their own, or the ops'.
std::vector<std::string> output_names_of(const Definition& definition);

// The other arguments of all nodes by their parameters' names in the op that the pipeline is, "gaussian.sigma".
std::map<std::string, Value> arguments_of(const Definition& definition);

// The call of the op that the pipeline is; of one op, which is itself.
Call call_of(const Definition& definition);

// Gives the nodes arguments that are named so.
void put_arguments(Definition& definition, const std::map<std::string, Value>& arguments);

}  // namespace lenslet::pipeline

// Makes each node's problem from the types of what it takes.
#include "pipeline/arrangement.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/op.hpp"
#include "pipeline/token.hpp"

namespace lenslet::pipeline {
namespace {

// The options of one node: its own border and output type come before the call's, whose output type is that of the
// node which makes the first output.
FilterOptions options_of(const Node& node, const Definition& definition, const FilterOptions& call) {
  FilterOptions options = call;
  options.schedule.clear();
  if (node.border) options.border = *node.border;
  const bool is_last = std::ranges::count(node.outputs, definition.outputs.front()) > 0;
  options.ddepth = node.depth ? node.depth : is_last ? call.ddepth : std::nullopt;
  return options;
}

// Another accuracy than exact is for the nodes that know it.
op::ProblemPtr problem_of(const Node& node, std::vector<ValueType> inputs, FilterOptions options, bool& is_known) {
  const Call call{node.op, node.arguments};
  if (options.accuracy != Accuracy::exact) {
    try {
      op::ProblemPtr problem = op::problem_of({call, inputs, options});
      is_known = true;
      return problem;
    } catch (const Error&) {
      options.accuracy = Accuracy::exact;
    }
  }
  return op::problem_of({call, std::move(inputs), options});
}

}  // namespace

Typed typed(DefinitionPtr definition, const Work& work) {
  Typed result{std::move(definition), work.inputs, {"apart", {}}};
  const Definition& all = *result.definition;
  const StructureText text = structure_of(all);
  result.types.resize(all.values.size());
  bool is_known = false;
  for (std::size_t i = 0; i < all.nodes.size(); ++i) {
    const Node& node = all.nodes[i];
    std::vector<ValueType> inputs;
    for (const ValueId id : node.inputs) inputs.push_back(result.types[id]);
    try {
      op::ProblemPtr problem = problem_of(node, inputs, options_of(node, all, work.options), is_known);
      const std::vector<ValueType> outputs = problem->outputs();
      if (outputs.size() != node.outputs.size())
        throw Error(ErrorKind::invalid_argument, fmt::format("{} makes {} images of these inputs, not {}", node.op,
                                                             outputs.size(), node.outputs.size()));
      for (std::size_t k = 0; k < outputs.size(); ++k) result.types[node.outputs[k]] = outputs[k];
      result.apart.units.push_back({std::move(problem), {i}, node.inputs, node.outputs});
    } catch (const Error& error) {
      refuse_at(text.text, text.places[i], error.what(), error.kind());
    }
  }
  if (work.options.accuracy != Accuracy::exact && !is_known)
    throw Error(ErrorKind::invalid_argument, fmt::format("accuracy '{}' has no meaning for any op of the pipeline; "
                                                         "allowed: exact",
                                                         name_of(work.options.accuracy)));
  return result;
}

}  // namespace lenslet::pipeline

// Makes each node's problem from the types of its inputs.
#include "pipeline/arrangement.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "op/op.hpp"
#include "pipeline/token.hpp"

namespace lenslet::pipeline {
namespace {

// The options of a node. Its own border, alpha and output type come before the call's. The call's output type is for
// the node that makes the first output.
OpOptions options_of(const Node& node, const Definition& definition, const OpOptions& call) {
  OpOptions options = call;
  options.schedule.clear();
  if (node.border) options.border = *node.border;
  if (node.alpha) options.alpha = node.alpha;
  const bool is_last = std::ranges::count(node.outputs, definition.outputs.front()) > 0;
  options.ddepth = node.depth ? node.depth : is_last ? call.ddepth : std::nullopt;
  return options;
}

bool is_taken(const op::OpPtr& op, const Work& work) {
  try {
    op::problem_of(op, work);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// Whether any node knows the call's accuracy, alpha and border, and which ways to treat alpha those know that do not
// know the call's.
struct Known {
  bool accuracy = false, alpha = false, border = false;
  std::set<Alpha> other_alphas;
};

void add_other_alphas(const op::OpPtr& op, Work work, std::set<Alpha>& known) {
  work.options.accuracy = Accuracy::exact;
  for (const Alpha alpha : alphas) {
    work.options.alpha = alpha;
    if (is_taken(op, work)) known.insert(alpha);
  }
}

op::ProblemPtr problem_of(const Node& node, const std::vector<ValueType>& inputs, const OpOptions& options,
                          Known& known) {
  const Work asked{{node.op, node.arguments}, inputs, options};
  if (node.problem) {
    known.border = true;
    return node.problem(asked);
  }
  const op::OpPtr op = op_of(node);
  const Work work = with_known_options(op, asked, {node.alpha.has_value(), node.border.has_value()});
  known.border = known.border || (!node.border && work.options.border == options.border);
  known.alpha = known.alpha || (!node.alpha && work.options.alpha == options.alpha);
  if (options.alpha && !work.options.alpha) add_other_alphas(op, work, known.other_alphas);
  known.accuracy = known.accuracy || work.options.accuracy == options.accuracy;
  return op::problem_of(op, work);
}

std::string words_of(const std::set<Alpha>& alphas) {
  std::vector<std::string_view> words;
  for (const Alpha alpha : alphas) words.push_back(name_of(alpha));
  return words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
}

// `name` is empty for a pipeline that people see.
void check_known(const OpOptions& call, const Known& known, const std::string& name) {
  const auto refuse = [&name](std::string_view what, std::string_view asked, std::string_view allowed) {
    const char* whose = name.empty() ? " for any op of the pipeline" : "";
    throw Error(ErrorKind::invalid_argument, fmt::format("{}{} '{}' has no meaning{}; allowed: {}",
                                                         name.empty() ? "" : name + ": ", what, asked, whose, allowed));
  };
  if (call.accuracy && *call.accuracy != Accuracy::exact && !known.accuracy)
    refuse("accuracy", name_of(*call.accuracy), "exact");
  if (call.border && !known.border) refuse("border", name_of(*call.border), "none");
  if (call.alpha && !known.alpha) refuse("alpha", name_of(*call.alpha), words_of(known.other_alphas));
}

// The message of a part as that of the op that it is a part of.
std::string message_of(const std::string& name, const std::string& part, std::string message) {
  for (const std::string& prefix : {part + ": ", name + ": "})
    if (message.starts_with(prefix)) message.erase(0, prefix.size());
  return name + ": " + message;
}

// Equal up to the rounding of sums.
bool is_near(const Placement& a, const Placement& b) {
  const auto same = [](double x, double y) { return std::abs(x - y) <= 1e-9 * (1 + std::abs(x)); };
  return same(a.xx, b.xx) && same(a.xy, b.xy) && same(a.x0, b.x0) && same(a.yx, b.yx) && same(a.yy, b.yy) &&
         same(a.y0, b.y0);
}

// The common placement of an op's operands; operands of unknown placement do not count. Unknown where the operands
// differ.
Placement common_place(const std::vector<ValueId>& operands, const std::vector<Placement>& placements) {
  Placement common = placements[operands.front()];
  for (const ValueId id : operands) {
    if (!placements[id].is_known || is_near(placements[id], common)) continue;
    if (common.is_known) return within(common, {.is_known = false});
    common = placements[id];
  }
  return common;
}

}  // namespace

Work with_known_options(const op::OpPtr& op, Work work, Own own) {
  if (work.options.border && !own.border && !op::knows_border(op, work)) work.options.border.reset();
  const std::optional<Accuracy> accuracy = std::exchange(work.options.accuracy, std::nullopt);
  if (work.options.alpha && !own.alpha && !is_taken(op, work)) work.options.alpha.reset();
  work.options.accuracy = accuracy;
  if (accuracy && accuracy != Accuracy::exact && !is_taken(op, work)) work.options.accuracy = Accuracy::exact;
  return work;
}

Typed typed(DefinitionPtr definition, const Work& work, const std::string& name) {
  Typed result{std::move(definition), work.inputs, {"apart", {}}};
  const Definition& all = *result.definition;
  const StructureText text = structure_of(all);
  const bool is_seen = name == text.text;
  result.types.resize(all.values.size());
  Known known;
  for (std::size_t i = 0; i < all.nodes.size(); ++i) {
    const Node& node = all.nodes[i];
    std::vector<ValueType> inputs;
    for (const ValueId id : node.inputs) inputs.push_back(result.types[id]);
    try {
      op::ProblemPtr problem = problem_of(node, inputs, options_of(node, all, work.options), known);
      const std::vector<ValueType> outputs = problem->outputs();
      if (outputs.size() != node.outputs.size())
        throw Error(ErrorKind::invalid_argument, fmt::format("{} makes {} images of these inputs, not {}", node.op,
                                                             outputs.size(), node.outputs.size()));
      for (std::size_t k = 0; k < outputs.size(); ++k) result.types[node.outputs[k]] = outputs[k];
      result.apart.units.push_back({std::move(problem), {i}, node.inputs, node.outputs});
    } catch (const Error& error) {
      if (!is_seen) throw Error(error.kind(), message_of(name, node.op, error.what()));
      refuse_at(text.text, text.places[i], error.what(), error.kind());
    }
  }
  check_known(work.options, known, is_seen ? "" : name);
  return result;
}

Placement placement_of(const Typed& typed, std::size_t output) {
  const auto size = [&](ValueId id) { return std::get<ImageType>(typed.types[id]).size; };
  std::vector<Placement> placements(typed.types.size());
  for (ValueId id = 0; id < typed.definition->inputs; ++id) placements[id].is_known = size(id) == size(0);
  for (const Unit& unit : typed.apart.units)
    for (std::size_t i = 0; i < unit.outputs.size(); ++i)
      placements[unit.outputs[i]] = within(common_place(unit.inputs, placements), unit.problem->placement(i));
  return placements[typed.definition->outputs[output]];
}

}  // namespace lenslet::pipeline

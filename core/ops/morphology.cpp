// Opening, closing and what they take away, as pipelines.
#include "ops/morphology.hpp"

#include <algorithm>

#include "ops/border_check.hpp"
#include "ops/element.hpp"
#include "ops/volume_passes.hpp"
#include "pipeline/problem.hpp"

namespace lenslet::ops {
namespace {

bool is_extreme(const pipeline::Node& node) {
  return node.op == "dilate" || node.op == "erode";
}

pipeline::Definition with_element(pipeline::Definition definition, const op::Arguments& arguments) {
  for (pipeline::Node& node : definition.nodes)
    for (const Parameter& parameter : element_parameters())
      if (is_extreme(node)) node.arguments[parameter.name] = arguments.get(parameter.name);
  return definition;
}

// Each node is one pass, or two. A node of two images takes what was made before and the volume itself.
std::vector<op::VolumePass> passes_of(const std::string& name, const pipeline::Definition& definition,
                                      const op::VolumeCall& volume) {
  std::vector<op::VolumePass> passes;
  for (const pipeline::Node& node : definition.nodes)
    if (is_extreme(node)) {
      for (op::VolumePass& pass : extreme_passes(name.c_str(), node.op.c_str(), volume))
        passes.push_back(std::move(pass));
    } else {
      using enum op::VolumePass::Takes;
      passes.push_back({.call = {node.op, node.arguments},
                        .takes = node.inputs.front() < definition.inputs ? volume_and_made : made_and_volume});
    }
  return passes;
}

}  // namespace

op::Op of_extremes(OpInfo info, const std::string& text) {
  info.parameters = element_parameters();
  info.outputs = {"out"};
  const bool with_image = text.find("image") != text.npos;
  const auto define = [text](const op::Arguments& arguments) { return with_element(pipeline::parse(text), arguments); };
  op::Op op = pipeline::named_op(info, define, with_image ? refuse_discard(info.name) : nullptr);
  op.volume = [text, name = info.name](const op::VolumeCall& volume) {
    return passes_of(name, pipeline::parse(text), volume);
  };
  return op;
}

}  // namespace lenslet::ops

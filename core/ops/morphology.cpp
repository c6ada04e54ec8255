// Opening, closing and what they take away, as pipelines.
#include "ops/morphology.hpp"

#include <algorithm>

#include "ops/border_check.hpp"
#include "ops/element.hpp"
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

}  // namespace

op::Op of_extremes(OpInfo info, const std::string& text) {
  info.parameters = element_parameters();
  info.outputs = {"out"};
  const bool with_image = text.find("image") != text.npos;
  const auto define = [text](const op::Arguments& arguments) { return with_element(pipeline::parse(text), arguments); };
  return pipeline::named_op(info, define, with_image ? refuse_discard(info.name) : nullptr);
}

}  // namespace lenslet::ops

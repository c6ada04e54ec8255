// Opening and closing, as pipelines.
#include "ops/morphology.hpp"

#include "ops/element.hpp"
#include "pipeline/problem.hpp"

namespace lenslet::ops {

op::Op two_extremes(OpInfo info, const std::string& first, const std::string& second) {
  info.parameters = element_parameters();
  info.outputs = {"out"};
  const auto define = [first, second](const op::Arguments& arguments) {
    pipeline::Definition definition = pipeline::parse(first + " | " + second);
    for (pipeline::Node& node : definition.nodes)
      for (const Parameter& parameter : element_parameters())
        node.arguments[parameter.name] = arguments.get(parameter.name);
    return definition;
  };
  return pipeline::named_op(std::move(info), define);
}

}  // namespace lenslet::ops

// Pipelines for Python: made of calls, joined, or built from what a function does.
#include "python/pipelines.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <lenslet/pipeline.hpp>

#include "python/errors.hpp"
#include "python/registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lenslet::python {

namespace {

// A call without inputs: only parameters of the op.
Call bound_call(const PyOp& op, const nb::dict& arguments) {
  const Keywords keywords = keywords_of(op, arguments);
  if (!keywords.inputs.empty() || keywords.has_options)
    throw type_error(op.name + ": a part of a pipeline has parameters of its own; images and options are the call's");
  return keywords.call;
}

Pipeline pipeline_of(const PyOp& op, const nb::dict& arguments) {
  return {bound_call(op, arguments)};
}

using Node = PipelineBuilder::Value;

std::vector<Node> add(PipelineBuilder& builder, const PyOp& op, const nb::dict& arguments,
                      const std::vector<Node>& inputs) {
  return builder.add_all(bound_call(op, arguments), inputs);
}

}  // namespace

void bind_pipelines(nb::module_& module) {
  nb::class_<Pipeline>(module, "Pipeline")
      .def_static("parse", &Pipeline::parse)
      .def("__or__", [](const Pipeline& first, const Pipeline& then) { return first | then; })
      .def_prop_ro("text", &Pipeline::text)
      .def_prop_ro("inputs", &Pipeline::inputs)
      .def_prop_ro("outputs", &Pipeline::outputs)
      .def("__len__", &Pipeline::size);
  module.def("pipeline_of", pipeline_of,
             nb::sig("def pipeline_of(op: Op, arguments: dict[str, typing.Any]) -> Pipeline"));
  nb::class_<Node>(module, "Node");
  nb::class_<PipelineBuilder>(module, "PipelineBuilder")
      .def(nb::init<>())
      .def("input", &PipelineBuilder::input)
      .def("add", add,
           nb::sig("def add(self, op: Op, arguments: dict[str, typing.Any], inputs: list[Node]) -> list[Node]"))
      .def("output", &PipelineBuilder::output)
      .def("build", &PipelineBuilder::build);
}

}  // namespace lenslet::python

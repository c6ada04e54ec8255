// Tells Python what each op says of itself: signatures, docstrings and stubs are made from that.
#include "python/registry.hpp"

#include <algorithm>
#include <limits>

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <lenslet/pipeline.hpp>
#include <lenslet/work.hpp>

#include "python/errors.hpp"
#include "python/session.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lenslet::python {

namespace {

const char* word_of(ParameterKind kind) {
  constexpr const char* words[] = {"flag", "integer", "real", "choice", "text", "numbers", "matrix", "size", "curve"};
  return words[static_cast<std::size_t>(kind)];
}

nb::object limit(double number) {
  if (number == std::numeric_limits<double>::infinity() || number == -std::numeric_limits<double>::infinity())
    return nb::none();
  return nb::float_(number);
}

nb::list names(const std::vector<std::string>& words) {
  nb::list result;
  for (const std::string& word : words) result.append(nb::str(word.c_str()));
  return result;
}

nb::dict dict_of(const Parameter& parameter) {
  nb::dict result;
  result["name"] = parameter.name;
  result["summary"] = parameter.summary;
  result["kind"] = word_of(parameter.kind);
  result["initial"] = python_value(parameter.initial);
  result["unit"] = parameter.unit;
  result["minimum"] = limit(parameter.minimum);
  result["maximum"] = limit(parameter.maximum);
  result["choices"] = names(parameter.choices);
  result["automatic"] = parameter.automatic;
  result["pair"] = parameter.pair;
  return result;
}

// The inputs that a call without arguments needs; where it needs some, those of the call that its tests begin with.
std::vector<std::string> needed_inputs(const KnownOp& op) {
  try {
    return input_names(Call{op.name});
  } catch (const Error&) {
    return input_names(typical_call(op.info));
  }
}

nb::dict dict_of(const Operand& operand, bool is_needed) {
  nb::dict result;
  result["name"] = operand.name;
  result["kind"] = operand.kind == ValueKind::image ? "image" : "array";
  result["needed"] = is_needed;
  std::vector<std::string> types;
  for (const SampleType type : operand.types) types.emplace_back(numpy_name(type));
  result["types"] = names(types);
  result["columns"] = names(operand.columns);
  return result;
}

nb::dict info_of(const PyOp& op) {
  const std::vector<std::string> needed = needed_inputs(op);
  nb::list parameters, inputs, outputs;
  for (const Parameter& parameter : op.info.parameters)
    if (op.parameters.contains(parameter.name)) parameters.append(dict_of(parameter));
  for (const Operand& input : op.info.inputs)
    inputs.append(dict_of(input, std::find(needed.begin(), needed.end(), input.name) != needed.end()));
  for (const Operand& output : op.info.outputs) outputs.append(dict_of(output, true));
  nb::dict result;
  result["name"] = op.name;
  result["summary"] = op.info.summary;
  result["details"] = op.info.details;
  result["of_arrays"] = op.info.of_arrays();
  result["parameters"] = parameters;
  result["inputs"] = inputs;
  result["outputs"] = outputs;
  result["options"] = names(option_names(op.info.of_arrays()));
  return result;
}

std::vector<std::string> op_names() {
  std::vector<std::string> all;
  for (const OpInfo& op : all_ops()) all.push_back(full_name(op));
  return all;
}

// A user's filter, by its text or its file.
void make_user_op(PyOp* self, const std::optional<std::string>& text,
                  const std::optional<std::filesystem::path>& file) {
  if (text.has_value() == file.has_value()) throw type_error("a filter is made of its text, or of a file: one of them");
  new (self) PyOp(text ? UserOp::from_text(*text) : UserOp::from_file(*file));
}

}  // namespace

void bind_registry(nb::module_& module) {
  nb::class_<PyOp>(module, "Op")
      .def(nb::init<const std::string&>(), "name"_a)
      .def("__init__", [](PyOp* self, const Pipeline& pipeline) { new (self) PyOp(Call(pipeline)); })
      .def("__init__", make_user_op, nb::kw_only(), "text"_a = nb::none(), "file"_a = nb::none())
      .def_prop_ro("name", [](const PyOp& op) { return op.name; })
      .def_prop_ro("info", info_of, nb::sig("def info(self) -> dict[str, typing.Any]"));
  module.def("op_names", op_names);
  module.def("hint_of_op", [](const std::string& word) { return hint_of_op(word, op_names()); });
  module.def(
      "run",
      [](const PySession& session, const PyOp& op, const nb::tuple& inputs, const nb::dict& keywords) {
        return run(session, op, inputs, keywords);
      },
      nb::sig("def run(session: Session, op: Op, inputs: tuple[typing.Any, ...], keywords: dict[str, typing.Any]) -> "
              "typing.Any"));
}

}  // namespace lenslet::python

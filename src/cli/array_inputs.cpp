// Which files are inputs depends on what stands in them: labels, or a table.
#include "array_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/error.hpp>

#include "array_files.hpp"
#include "choice.hpp"
#include "exit.hpp"
#include "text.hpp"

namespace lenslet::cli {
namespace {

// Whether the first input is all of them.
bool is_table(const ArrayOpInfo& info, const ArrayInputs& inputs, const Words& words) {
  const std::vector<std::int64_t>& shape = inputs.arrays.front().type().shape;
  const std::size_t wanted = array_inputs(inputs.call).size();
  if (shape.size() != 2 || wanted < 2) return false;
  return info.columns || (words.empty() && shape[1] == static_cast<std::int64_t>(wanted));
}

void split_table(ArrayInputs& inputs) {
  inputs.arrays = columns_of(inputs.arrays.front());
  inputs.call = implied_call(inputs.call, types_of(inputs.arrays));
  const std::vector<std::string> names = array_inputs(inputs.call);
  if (inputs.arrays.size() != names.size())
    usage_error(fmt::format("{} has {} columns; allowed: {} ({})", inputs.files.front(), inputs.arrays.size(),
                            names.size(), join(names, ", ")));
}

[[noreturn]] void too_few(const ArrayOpInfo& info, const ArrayInputs& inputs) {
  const std::vector<std::string> names = array_inputs(inputs.call);
  const std::string table = inputs.files.size() == 1
                                ? fmt::format("; a file alone has a column for each, {} is {}", inputs.files.front(),
                                              to_string(inputs.arrays.front().type()))
                                : "";
  usage_error(fmt::format("{} of {} input files: {}{}", inputs.files.size(), names.size(), usage_of(info), table));
}

// What was meant for an output may stand where an input is missing.
Array read_as(const std::string& input, const std::string& file) {
  try {
    return read_array(file);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("input {}: {}", input, error.what()));
  }
}

void read_rest(const ArrayOpInfo& info, ArrayInputs& inputs, Words& words) {
  while (inputs.arrays.size() < array_inputs(inputs.call).size()) {
    const std::string name = array_inputs(inputs.call)[inputs.arrays.size()];
    if (words.empty()) too_few(info, inputs);
    inputs.files.push_back(words.take());
    inputs.arrays.push_back(read_as(name, inputs.files.back()));
    inputs.call = implied_call(inputs.call, types_of(inputs.arrays));
  }
}

void convert(ArrayInputs& inputs, const std::string& text) {
  const std::vector<std::string> types = split_list("--type", text), names = array_inputs(inputs.call);
  if (types.size() != 1 && types.size() != names.size())
    usage_error(fmt::format("--type: {} types for {} inputs ({}); allowed: 1 for all, or 1 for each", types.size(),
                            names.size(), join(names, ", ")));
  for (std::size_t i = 0; i < inputs.arrays.size(); ++i) {
    const ElementType type = parse_element_type(types[types.size() == 1 ? 0 : i]);
    try {
      inputs.arrays[i] = converted(inputs.arrays[i], type);
    } catch (const Error& error) {
      usage_error(fmt::format("--type: {}: {}", names[i], error.what()));
    }
  }
}

}  // namespace

std::string Words::take() {
  std::string word = words_.front();
  words_.erase(words_.begin());
  return word;
}

ArrayInputs read_inputs(const ArrayOpInfo& info, const Call& call, Words& words,
                        const std::optional<std::string>& types) {
  if (words.empty()) usage_error(fmt::format("no input files: {}", usage_of(info)));
  ArrayInputs inputs{.call = call, .arrays = {}, .files = {words.take()}};
  inputs.arrays.push_back(read_array(inputs.files.front()));
  is_table(info, inputs, words) ? split_table(inputs) : read_rest(info, inputs, words);
  if (types) convert(inputs, *types);
  return inputs;
}

std::string usage_of(const ArrayOpInfo& info) {
  const bool takes_text = std::ranges::count(info.op.parameters, ParameterKind::text, &Parameter::kind) > 0;
  const auto needed = takes_text ? std::vector<std::string>() : array_inputs({info.op.name});  // the text says which
  std::string text = info.op.name == info.family ? info.family : info.family + " " + info.op.name;
  for (const Parameter& parameter : info.op.parameters)
    if (parameter.kind == ParameterKind::text) text += fmt::format(" '{}'", parameter.name);
  for (const std::string& input : info.inputs) {
    const bool optional = std::ranges::count(needed, input) == 0;
    text += fmt::format(" {}{}.npy{}", optional ? "[" : "", input, optional ? "]" : "");
  }
  return fmt::format("lenslet {} [{}.npy]", text, join(info.op.outputs, ".npy "));
}

}  // namespace lenslet::cli

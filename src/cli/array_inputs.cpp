// Which files are inputs depends on what stands in them: labels, or a table.
#include "array_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/error.hpp>

#include "array_files.hpp"
#include "array_memory.hpp"
#include "choice.hpp"
#include "exit.hpp"
#include "text.hpp"

namespace lenslet::cli {
namespace {

// Whether an array of this type in the first file is all inputs.
bool is_table(const OpInfo& info, const Call& call, const Words& words, const ArrayType& type) {
  const std::size_t wanted = array_inputs(call).size();
  if (type.shape.size() != 2 || wanted < 2) return false;
  return info.columns || (words.empty() && type.shape[1] == static_cast<std::int64_t>(wanted));
}

// The call with what the table's columns say of it; one more of them than the op can have is enough to see that it is
// wrong.
Call call_of_table(const OpInfo& info, const Call& call, const ArrayType& type) {
  const auto most = static_cast<std::int64_t>(info.inputs.size() + 1);
  const std::vector<ArrayType> columns(static_cast<std::size_t>(std::min(type.shape[1], most)),
                                       {type.type, {type.shape[0]}});
  const Call implied = implied_call(call, columns);
  const std::vector<std::string> names = array_inputs(implied);
  if (columns.size() != names.size())
    usage_error(fmt::format("{} columns; allowed: {} ({})", type.shape[1], names.size(), join(names, ", ")));
  return implied;
}

[[noreturn]] void too_few(const OpInfo& info, const ArrayInputs& inputs) {
  const std::vector<std::string> names = array_inputs(inputs.call);
  const std::string table = inputs.files.size() == 1
                                ? fmt::format("; a file alone has a column for each, {} is {}", inputs.files.front(),
                                              to_string(inputs.arrays.front().type()))
                                : "";
  usage_error(fmt::format("{} of {} input files: {}{}", inputs.files.size(), names.size(), usage_of(info), table));
}

// What was meant for an output may stand where an input is missing.
Array read_as(const std::string& input, const std::string& file, const InputLimits& limits, std::uint64_t held) {
  try {
    return read_array(file, limits, held, [](const ArrayType&) {});
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("input {}: {}", input, error.what()));
  }
}

void read_rest(const OpInfo& info, ArrayInputs& inputs, Words& words, const InputLimits& limits) {
  while (inputs.arrays.size() < array_inputs(inputs.call).size()) {
    const std::string name = array_inputs(inputs.call)[inputs.arrays.size()];
    if (words.empty()) too_few(info, inputs);
    inputs.files.push_back(words.take());
    inputs.arrays.push_back(read_as(name, inputs.files.back(), limits, array_memory(types_of(inputs.arrays))));
    inputs.call = implied_call(inputs.call, types_of(inputs.arrays));
  }
}

// What --type makes of them.
std::vector<ArrayType> types_after(const ArrayInputs& inputs, const std::optional<std::string>& text) {
  std::vector<ArrayType> all = types_of(inputs.arrays);
  if (!text) return all;
  const std::vector<std::string> types = split_list("--type", *text), names = array_inputs(inputs.call);
  if (types.size() != 1 && types.size() != names.size())
    usage_error(fmt::format("--type: {} types for {} inputs ({}); allowed: 1 for all, or 1 for each", types.size(),
                            names.size(), join(names, ", ")));
  for (std::size_t i = 0; i < all.size(); ++i) all[i].type = parse_element_type(types[types.size() == 1 ? 0 : i]);
  return all;
}

}  // namespace

std::string Words::take() {
  std::string word = words_.front();
  words_.erase(words_.begin());
  return word;
}

ArrayInputs read_inputs(const OpInfo& info, const Call& call, Words& words, const std::optional<std::string>& types,
                        const InputLimits& limits) {
  if (words.empty()) usage_error(fmt::format("no input files: {}", usage_of(info)));
  ArrayInputs inputs{.call = call, .arrays = {}, .types = {}, .files = {words.take()}};
  bool table = false;
  const auto look_for_table = [&](const ArrayType& type) {
    table = is_table(info, call, words, type);
    if (table) inputs.call = call_of_table(info, call, type);
  };
  inputs.arrays.push_back(read_array(inputs.files.front(), limits, 0, look_for_table));
  if (table)
    inputs.arrays = columns_of(inputs.arrays.front());
  else
    read_rest(info, inputs, words, limits);
  inputs.types = types_after(inputs, types);
  return inputs;
}

void convert(ArrayInputs& inputs) {
  for (std::size_t i = 0; i < inputs.arrays.size(); ++i) {
    try {
      inputs.arrays[i] = converted(inputs.arrays[i], inputs.types[i].type);
    } catch (const Error& error) {
      usage_error(fmt::format("--type: {}: {}", array_inputs(inputs.call)[i], error.what()));
    }
  }
}

std::string usage_of(const OpInfo& info) {
  const bool takes_text = std::ranges::count(info.parameters, ParameterKind::text, &Parameter::kind) > 0;
  const auto needed = takes_text ? std::vector<std::string>() : array_inputs({info.name});  // the text says which
  std::string text = info.name == info.family ? info.family : info.family + " " + info.name;
  for (const Parameter& parameter : info.parameters)
    if (parameter.kind == ParameterKind::text) text += fmt::format(" '{}'", parameter.name);
  for (const std::string& input : lenslet::names_of(info.inputs)) {
    const bool optional = std::ranges::count(needed, input) == 0;
    text += fmt::format(" {}{}.npy{}", optional ? "[" : "", input, optional ? "]" : "");
  }
  return fmt::format("lenslet {} [{}.npy]", text, join(lenslet::names_of(info.outputs), ".npy "));
}

}  // namespace lenslet::cli

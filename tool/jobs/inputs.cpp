// Which files are inputs of an op of arrays depends on their contents: labels, or a table.
#include "tool/jobs/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <lenslet/error.hpp>
#include <lenslet/work.hpp>

#include "system/printable.hpp"
#include "tool/files/memory_need.hpp"
#include "tool/jobs/input_types.hpp"
#include "tool/options/values.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"
#include "tool/terminal/written_op.hpp"

namespace lenslet::cli {
namespace {

std::string take_word(Words& words) {
  const std::string word = words.front();
  words = words.subspan(1);
  return word;
}

// Tells whether an array of this type in the first file holds all inputs.
bool is_table(const OpInfo& info, const Call& call, Words words, const ArrayType& type) {
  const std::size_t wanted = input_names(call).size();
  if (type.shape.size() != 2 || wanted < 2) return false;
  return info.columns || (words.empty() && type.shape[1] == static_cast<std::int64_t>(wanted));
}

// Completes the call with the number of the table's columns. One column more than the op can have is enough to see the
// mistake.
Call call_of_table(const OpInfo& info, const Call& call, const ArrayType& type) {
  const auto most = static_cast<std::int64_t>(info.inputs.size() + 1);
  const std::vector<ArrayType> columns(static_cast<std::size_t>(std::min(type.shape[1], most)),
                                       {type.type, {type.shape[0]}});
  const Call implied = implied_call(call, columns);
  const std::vector<std::string> names = input_names(implied);
  if (columns.size() != names.size())
    usage_error(fmt::format("{} columns; allowed: {} ({})", type.shape[1], names.size(), join(names, ", ")));
  return implied;
}

std::vector<ValueFile> columns_of(const ValueFile& table) {
  const auto& array = std::get<Array>(table.content);
  const std::int64_t rows = array.type().shape[0], count = array.type().shape[1];
  const std::size_t size = size_of(array.type().type);
  std::vector<Array> columns(static_cast<std::size_t>(count), Array({array.type().type, {rows}}));
  for (std::size_t i = 0; i < static_cast<std::size_t>(array.count()); ++i)
    std::memcpy(columns[i % columns.size()].bytes().data() + i / columns.size() * size, array.bytes().data() + i * size,
                size);
  std::vector<ValueFile> files;
  for (Array& column : columns) {
    const ValueType type = column.type();
    files.push_back({table.name, type, std::move(column)});
    if (table.columns.size() == columns.size()) files.back().columns = {table.columns[files.size() - 1]};
  }
  return files;
}

[[noreturn]] void too_few(const OpInfo& info, const Inputs& inputs) {
  const std::vector<std::string> names = input_names(inputs.call);
  const std::string table = info.of_arrays() && inputs.files.size() == 1
                                ? fmt::format("; a file alone has a column for each, {} is {}", inputs.files.front(),
                                              to_string(inputs.values.front().type))
                                : "";
  usage_error(fmt::format("{} of {} input files: {}{}", inputs.files.size(), names.size(), usage_of(info), table));
}

// A file that was meant as an output may stand in place of a missing input.
ValueFile open_as(const std::string& input, const std::string& file, ValueKind kind, const OpenOptions& options) {
  try {
    return open_value(file, kind, options);
  } catch (const Error& error) {
    if (kind == ValueKind::image) throw;
    throw Error(error.kind(), fmt::format("input {}: {}", input, error.what()));
  }
}

void open_rest(const OpInfo& info, Inputs& inputs, Words& words, OpenOptions& options) {
  while (inputs.values.size() < input_names(inputs.call).size()) {
    const std::string name = input_names(inputs.call)[inputs.values.size()];
    if (words.empty()) too_few(info, inputs);
    for (const ValueFile& value : inputs.values) options.held = plus(options.held, twice(value.held_bytes()));
    if (words.front() == "-" && std::ranges::count(inputs.files, "-") > 0)
      usage_error("'-' names two inputs; standard input can be read once");
    inputs.files.push_back(take_word(words));
    inputs.values.push_back(open_as(name, inputs.files.back(), info.inputs.front().kind, options));
    options.held = 0;
    if (info.of_arrays()) inputs.call = implied_call(inputs.call, array_types(mapped(inputs.values, &ValueFile::type)));
  }
}

void open_all(const OpInfo& info, Inputs& inputs, Words& words, OpenOptions& options) {
  bool table = false;
  if (info.of_arrays())
    options.accept = [&, call = inputs.call](const ArrayType& type) {
      table = is_table(info, call, words, type);
      if (table) inputs.call = call_of_table(info, call, type);
    };
  inputs.files.push_back(take_word(words));
  inputs.values.push_back(open_value(inputs.files.back(), info.inputs.front().kind, options));
  options.accept = {};
  options.columns = {};
  if (table)
    inputs.values = columns_of(inputs.values.front());
  else
    open_rest(info, inputs, words, options);
}

void set_type(ValueType& type, const std::string& name) {
  if (auto* image = std::get_if<ImageType>(&type))
    image->format.type = parse_element_option("--type", name);
  else
    std::get<ArrayType>(type).type = parse_element_option("--type", name);
}

// --type converts inputs to one type, or each to its own.
void set_types(const OpInfo& info, Inputs& inputs, const std::optional<std::string>& text) {
  inputs.types = mapped(inputs.values, &ValueFile::type);
  if (!text) {
    if (info.of_arrays())
      narrow_doubles(inputs.call, inputs.files, inputs.types, inputs.notes);
    else
      widen_samples(info, inputs.call, inputs.files, inputs.types, inputs.notes);
    return refuse_types(info, inputs.call, inputs.types);
  }
  const std::vector<std::string> types = split_list("--type", *text), names = input_names(inputs.call);
  if (types.size() != 1 && types.size() != names.size())
    usage_error(fmt::format("--type: {} types for {} input{} ({}); allowed: 1 for all, or 1 for each", types.size(),
                            names.size(), names.size() == 1 ? "" : "s", join(names, ", ")));
  for (std::size_t i = 0; i < inputs.types.size(); ++i) set_type(inputs.types[i], types[types.size() == 1 ? 0 : i]);
}

}  // namespace

std::vector<ArrayType> array_types(const std::vector<ValueType>& types) {
  return mapped(types, [](const ValueType& type) { return std::get<ArrayType>(type); });
}

Inputs read_inputs(const OpInfo& info, const Call& call, Words& words, const std::optional<std::string>& types,
                   OpenOptions options) {
  if (words.empty()) usage_error(fmt::format("no input files: {}", usage_of(info)));
  Inputs inputs{.call = call, .values = {}, .types = {}, .files = {}, .notes = {}};
  open_all(info, inputs, words, options);
  set_types(info, inputs, types);
  return inputs;
}

std::string file_of_such_image(const Inputs& inputs) {
  const ValueFile& first = inputs.values.front();
  const bool as_it_is = std::holds_alternative<Source>(first.content) && first.type == inputs.types.front();
  return as_it_is && first.name != "-" ? first.name : "";
}

std::vector<HostValue> take_values(Inputs& inputs) {
  std::vector<HostValue> values;
  for (std::size_t i = 0; i < inputs.values.size(); ++i) {
    if (inputs.values[i].on_device) {
      values.emplace_back(Array());
      continue;
    }
    try {
      values.push_back(take_value(inputs.values[i], inputs.types[i]));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::invalid_argument || std::holds_alternative<ImageType>(inputs.types[i])) throw;
      usage_error(fmt::format("--type: {}: {}", input_names(inputs.call)[i], error.what()));
    }
  }
  for (const ValueFile& value : inputs.values)
    for (const std::string& note : value.notes) inputs.notes.push_back(fmt::format("{}: {}", value.name, note));
  return values;
}

std::vector<std::string> needed_inputs(const OpInfo& info) {
  return input_names({full_name(info)});
}

std::string usage_of(const OpInfo& info) {
  if (!info.of_arrays())
    return fmt::format("lenslet run {} {} OUT", op_word(info.name), join(needed_inputs(info), " "));
  std::string text = info.name == info.family ? info.family : info.family + " " + info.name;
  const auto is_text = [](const Parameter& parameter) { return parameter.kind == ParameterKind::text; };
  const bool text_says = std::ranges::any_of(info.parameters, is_text);  // the text decides which inputs are needed
  const auto needed = text_says ? std::vector<std::string>() : needed_inputs(info);
  for (const Parameter& parameter : info.parameters)
    if (is_text(parameter)) text += fmt::format(" '{}'", parameter.name);
  for (const std::string& input : lenslet::names_of(info.inputs)) {
    const bool optional = std::ranges::count(needed, input) == 0;
    text += fmt::format(" {}{}.npy{}", optional ? "[" : "", input, optional ? "]" : "");
  }
  return fmt::format("lenslet {} [{}.npy]", text, join(lenslet::names_of(info.outputs), ".npy "));
}

}  // namespace lenslet::cli

// Tries a remedy for a type on the op before it names it: many ops refuse other types than their input's.
#include "tool/jobs/result_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/error.hpp>
#include <lenslet/image_file.hpp>

#include "tool/files/image_files.hpp"
#include "tool/files/value_file.hpp"
#include "tool/jobs/outputs.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/text.hpp"
#include "tool/terminal/written_op.hpp"

namespace lenslet::cli {
namespace {

// Files have no f16: it is written as f32.
SampleType type_in_file(SampleType type) {
  return type == SampleType::f16 ? SampleType::f32 : type;
}

bool is_result(const Work& work, std::size_t output, SampleType type) {
  try {
    const std::vector<WorkOutput> outputs = work_outputs(work);
    const ImageType* image = output < outputs.size() ? image_of(outputs[output].type) : nullptr;
    return image && image->format.type == type;
  } catch (const Error&) {
    return false;
  }
}

bool is_sample_type(const std::string& word) {
  return std::ranges::count(sample_types, word, [](SampleType type) { return name_of(type); }) > 0;
}

// The parameter that chooses the type of the op's result, or that of the last op in a pipeline that has one.
const Parameter* type_parameter(const OpInfo& op) {
  const auto is_one = [](const Parameter& parameter) {
    return parameter.kind == ParameterKind::choice && std::ranges::all_of(parameter.choices, is_sample_type);
  };
  const auto found = std::find_if(op.parameters.rbegin(), op.parameters.rend(), is_one);
  return found == op.parameters.rend() ? nullptr : &*found;
}

std::string remedy(const Work& work, std::size_t output, const std::string& file) {
  const OpInfo op = find_op(work.call.op);
  std::vector<std::string> depths, choices, held;
  const Parameter* parameter = type_parameter(op);
  for (const SampleType type : filter_types) {
    if (!can_hold(file, type)) continue;
    const std::string name(name_of(type));
    held.push_back(name);
    Work other = work;
    other.options.ddepth = type;
    if (is_result(other, output, type)) depths.push_back(name);
    other = work;
    if (parameter) other.call.arguments[parameter->name] = name;
    if (parameter && is_result(other, output, type)) choices.push_back(name);
  }
  if (!depths.empty()) return fmt::format("--ddepth {} makes such a result", join(depths, "|"));
  if (!choices.empty()) return fmt::format("--{} {} makes such a result", parameter->name, join(choices, "|"));
  if (held.empty()) return "";
  const std::string others =
      held.size() > 1 ? fmt::format(" (or to={})", join({held.begin() + 1, held.end()}, "|")) : "";
  return op.pipeline
             ? fmt::format("'| convert to={}'{} at the pipeline's end makes such a result", held.front(), others)
             : fmt::format("\"{} | convert to={}\"{} in the op's place makes such a result", op.name, held.front(),
                           others);
}

std::string suffixes_for(SampleType type) {
  std::vector<std::string> suffixes;
  for (const FileFormat& format : image_formats())
    if (std::ranges::count(format.types, type) > 0) suffixes.push_back(format.suffix);
  return suffixes.empty() ? ".npy" : join(suffixes, ", ");
}

}  // namespace

void check_result_types(const Work& work, const std::vector<WorkOutput>& outputs, const std::vector<std::string>& files,
                        const RunOptions& options) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const ImageType* image = image_of(outputs[i].type);
    const std::string file = files[i] == "-" ? "-" + standard_suffix(outputs[i].type, options.format) : files[i];
    if (!image || can_hold(file, type_in_file(image->format.type))) continue;
    const SampleType type = image->format.type;
    if (!options.keep_values && type == SampleType::u16 && can_hold(file, SampleType::u8)) continue;
    const std::string mend = remedy(work, i, file);
    throw Error(ErrorKind::unsupported,
                fmt::format("cannot write '{}': {} cannot hold samples of type {}; use {}{}", files[i], suffix_of(file),
                            name_of(type), suffixes_for(type_in_file(type)), mend.empty() ? mend : ", or: " + mend));
  }
}

std::string note_of_usual_type(const Work& work, const std::vector<WorkOutput>& outputs,
                               const std::vector<std::string>& files) {
  const ImageType *input = image_of(work.inputs.front()), *output = image_of(outputs.front().type);
  const OpInfo op = find_op(work.call.op);
  const Parameter* parameter = input && work.call.arguments.empty() ? type_parameter(op) : nullptr;
  if (!parameter || !output || files.empty() || may_hold_array(files.front()) ||
      input->format.type == output->format.type)
    return {};
  const std::size_t dot = op.pipeline ? parameter->name.rfind('.') : std::string::npos;  // "convert.to"
  const std::string maker = dot == std::string::npos ? op.name : parameter->name.substr(0, dot);
  if (is_written(dot == std::string::npos ? parameter->name : parameter->name.substr(dot + 1))) return {};
  return fmt::format(
      "{}: samples of {}, which {} makes without --{}; the input has {}. Any op writes the format of the "
      "file's name",
      files.front(), name_of(output->format.type), maker, parameter->name, name_of(input->format.type));
}

void add_note(const std::vector<WorkOutput>& outputs, const std::string& file, std::vector<std::string>& notes) {
  if (const std::string& note = outputs.front().note; !note.empty()) notes.push_back(fmt::format("{}: {}", file, note));
}

std::string note_of_raised_type(const Inputs& inputs) {
  for (std::size_t i = 0; i < inputs.values.size(); ++i) {
    const auto& held = inputs.values[i].format;
    const ImageType* taken = image_of(inputs.types[i]);
    if (held && taken && held->type == SampleType::u8 && taken->format.type == SampleType::u16)
      return fmt::format(
          "--type u16: the numbers of {} stay as they are, and 255 is nearly black in u16; 'lenslet run "
          "convert --to u16 --scale 257' keeps white white",
          inputs.values[i].name);
  }
  return {};
}

}  // namespace lenslet::cli

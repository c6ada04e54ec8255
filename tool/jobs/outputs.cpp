// Reports everything that can be wrong with a file's name before the work.
#include "tool/jobs/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/error.hpp>

#include "system/printable.hpp"
#include "tool/components/plots.hpp"
#include "tool/files/result_files.hpp"
#include "tool/files/text_file.hpp"
#include "tool/files/value_file.hpp"
#include "tool/jobs/word_hints.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"
#include "tool/terminal/written_op.hpp"

namespace lenslet::cli {
namespace {

std::vector<std::string> named_after(const std::filesystem::path& path, const std::vector<std::string>& names) {
  if (names.size() == 1) return {path.string()};
  if (path == "-")
    usage_error(fmt::format("'-' is one result, there are {}: {}; one can go to standard output", names.size(),
                            join(names, ", ")));
  return mapped(names, [&path](const std::string& name) { return with_name(path, name).string(); });
}

// An image needs a file, since it cannot be printed.
void check_count(const std::vector<std::string>& names, std::size_t words) {
  const std::size_t inputs = names.size();
  if (words > inputs) return;
  usage_error(inputs == 1 ? "give an input and an output file, or inputs and --out-dir DIR"
                          : fmt::format("give {} input files ({}) and an output file, or inputs and --out-dir DIR",
                                        inputs, join(names, ", ")));
}

// Other output would mix with a result on standard output.
void check_standard_output(const std::vector<std::string>& files, const RunOptions& options) {
  const char* other = options.verbosity.json       ? "--json"
                      : options.explain            ? "--explain"
                      : options.repeats > 0        ? "--repeats"
                      : options.dump_kernel == "-" ? "--dump-kernel -"
                                                   : nullptr;
  if (other && std::ranges::count(files, "-") > 0)
    usage_error(fmt::format("a result '-' and {} would mix on standard output; give a file", other));
}

// The plan would refuse, too, but only after memory was taken on the device.
void check_region(const Rect& region, const std::vector<WorkOutput>& outputs) {
  for (const WorkOutput& output : outputs) {
    const auto* image = std::get_if<ImageType>(&output.type);
    if (image && (region.x + region.width > image->size.width || region.y + region.height > image->size.height))
      usage_error(fmt::format("the region {} does not lie in the image of {} x {}", to_string(region),
                              image->size.width, image->size.height));
  }
}

// Whether an op makes an image and arrays beside it, which can be printed.
bool has_arrays_beside(const OpInfo& info) {
  const auto images = std::ranges::count(info.outputs, ValueKind::image, &Operand::kind);
  return images == 1 && info.outputs.size() > 1 && info.outputs.front().kind == ValueKind::image;
}

// A table whose columns have names is no image, whatever its sides.
void check_table_file(const std::string& file, const WorkOutput& output) {
  if (output.columns.empty() || file == "-" || may_hold_array(file)) return;
  usage_error(fmt::format("{}: {} is a table of {}; allowed: a file that ends in .csv, .txt or .npy", file, output.name,
                          join(output.columns, ", ")));
}

}  // namespace

std::vector<OutputNames> usual_outputs(const OpInfo& info, const Call& call) {
  std::vector<OutputNames> usual;
  for (const int channels : {1, 3, 4, 2}) {
    try {
      const Work work = info.of_arrays() ? array_work(call, typical_array_inputs(call))
                                         : image_work(call, {info.inputs.front().types.front(), channels}, {256, 256});
      const OutputNames names = mapped(work_outputs(work), &WorkOutput::name);
      if (std::ranges::count(usual, names) == 0) usual.push_back(names);
    } catch (const Error&) {
      continue;
    }
    if (info.of_arrays() || info.outputs.size() == 1) break;
  }
  if (usual.empty()) usual.push_back({info.outputs.size() == 1 ? info.outputs.front().name : info.name});
  return usual;
}

std::vector<std::string> output_files(const OpInfo& info, const Call& call, const Job& job, Words left,
                                      const std::vector<std::string>& names) {
  const std::string file = !job.place.empty() ? job.place.string() : left.size() == 1 ? left.front() : "";
  if (has_arrays_beside(info) && !file.empty() && file != "-") return {file};
  if (!job.place.empty()) return named_after(job.place, names);
  const bool images = !info.of_arrays();
  if (images && left.size() == 1) return named_after(left.front(), names);
  if (left.size() > names.size() || (images && left.size() < names.size()))
    usage_error(fmt::format("{} output files, {} makes {}: {}{}", left.size(), op_word(info.name), names.size(),
                            join(names, ", "), images ? hint_of_results(info, call, left, names.size()) : ""));
  return {left.begin(), left.end()};
}

std::vector<std::string> image_files(const OpInfo& info, const Call& call, const Job& job,
                                     const std::vector<OutputNames>& usual) {
  const std::vector<std::string> inputs = input_names(call);
  if (job.place.empty()) check_count(inputs, job.words.size());
  const Words left = Words(job.words).subspan(std::min(inputs.size(), job.words.size()));
  const auto fits = [&](const OutputNames& names) { return names.size() == left.size(); };
  const auto found = std::ranges::find_if(usual, fits);
  return output_files(info, call, job, left, found == usual.end() ? usual.front() : *found);
}

void check_names(const OpInfo& info, const Call& call, const std::vector<Job>& jobs, FileNames& names) {
  const std::vector<OutputNames> outputs = usual_outputs(info, call);
  std::vector<std::string> files;
  for (const Job& job : jobs) {
    if (job.place.empty() && info.of_arrays()) continue;  // the inputs' types decide which word is what
    for (const std::string& file : image_files(info, call, job, outputs)) files.push_back(file);
    const std::size_t inputs = job.place.empty() ? input_names(call).size() : job.words.size();
    for (std::size_t i = 0; i < inputs; ++i) names.read(job.words[i]);
  }
  for (const std::string& file : files) names.write(file);
}

void check_plot(const OpInfo& info, const std::string& path) {
  if (!info.plot) {
    std::vector<std::string> known;
    for (const OpInfo& other : all_ops())
      if (other.plot) known.push_back(other.name);
    usage_error(fmt::format("--plot: {} has no plot; allowed: {}", info.name, join(known, ", ")));
  }
  plots.require();
  if (!path.ends_with(".svg")) usage_error(fmt::format("--plot: {}: allowed is a file that ends in .svg", path));
}

void check_replaced(const Work& work, const std::vector<WorkOutput>& outputs, const std::vector<std::string>& files,
                    const OpenOptions& options) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto* made = std::get_if<ArrayType>(&outputs[i].type);
    if (!made || !made->shape.empty()) continue;
    const std::optional<ArrayType> held = array_in(files[i], options);
    if (!held || held->count() <= 1) continue;
    const std::size_t inputs = work.inputs.size();
    usage_error(
        fmt::format("'{}' holds {} and would be replaced by the result {}, {}: {} has {} input{} here; --overwrite "
                    "replaces it",
                    files[i], to_string(*held), outputs[i].name, to_string(*made), system::shown_name(work.call.op),
                    inputs, inputs == 1 ? "" : "s"));
  }
}

std::string standard_suffix(const ValueType& type, const std::string& format) {
  if (!format.empty()) return format;
  return std::holds_alternative<ImageType>(type) ? ".png" : ".csv";
}

void check_outputs(const std::vector<std::string>& inputs, const std::vector<std::string>& files,
                   const std::vector<WorkOutput>& outputs, const RunOptions& options) {
  check_standard_output(files, options);
  std::vector<std::string> results = files;
  if (options.plot) results.push_back(*options.plot);
  FileNames names;
  for (const std::string& file : inputs) names.read(file);
  for (const std::string& file : results) names.write(file);
  if (!options.dump_kernel.empty()) names.write(options.dump_kernel.string());
  if (options.region) check_region(*options.region, outputs);
  for (std::size_t i = 0; i < files.size(); ++i) check_table_file(files[i], outputs[i]);
  for (std::size_t i = 0; i < files.size(); ++i)
    check_value_file(files[i] == "-" ? "-" + standard_suffix(outputs[i].type, options.format) : files[i],
                     outputs[i].type);
  make_folder(options.out_dir);
  for (const std::string& file : results)
    if (file != "-") check_writable(file);
}

}  // namespace lenslet::cli

// Everything that can be wrong with a file's name is told before the work.
#include "outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/error.hpp>

#include "exit.hpp"
#include "new_files.hpp"
#include "plot/svg.hpp"
#include "text.hpp"
#include "text_file.hpp"

namespace lenslet::cli {
namespace {

std::vector<std::string> named_after(const std::filesystem::path& path, const std::vector<std::string>& names) {
  if (names.size() == 1) return {path.string()};
  std::vector<std::string> files;
  for (const std::string& name : names) files.push_back(with_name(path, name).string());
  return files;
}

std::vector<std::string> all_of(Words words) {
  std::vector<std::string> all;
  while (!words.empty()) all.push_back(words.take());
  return all;
}

[[noreturn]] void too_many(const OpInfo& info, std::size_t files, const std::vector<std::string>& names) {
  usage_error(fmt::format("{} output files, {} makes {}: {}", files, info.name, names.size(), join(names, ", ")));
}

// An image is not printed.
void check_count(const std::vector<std::string>& names, std::size_t words, std::size_t outputs) {
  const std::size_t inputs = names.size();
  if (words < inputs + 1)
    usage_error(inputs == 1 ? "give an input and an output file, or inputs and --out-dir DIR"
                            : fmt::format("give {} input files ({}) and an output file, or inputs and --out-dir DIR",
                                          inputs, join(names, ", ")));
  if (words > inputs + outputs) usage_error(fmt::format("{} files given: several inputs need --out-dir DIR", words));
}

std::vector<std::string> files_of_images(const OpInfo& info, const Words& left, const std::vector<std::string>& names) {
  std::vector<std::string> files = all_of(left);
  if (files.size() == 1) return named_after(files.front(), names);
  if (files.size() != names.size()) too_many(info, files.size(), names);
  return files;
}

Words behind_inputs(std::size_t inputs, const Job& job) {
  Words words(job.words);
  for (std::size_t i = 0; i < inputs && !words.empty(); ++i) words.take();
  return words;
}

}  // namespace

// Ops of images that can make several do so when their flag `both` is given.
std::vector<std::string> output_names(const OpInfo& info, const Call& call) {
  if (info.of_arrays()) return lenslet::names_of(info.outputs);
  const auto both = call.arguments.find("both");
  const bool several = both != call.arguments.end() && both->second == Value(true);
  return several ? lenslet::names_of(info.outputs) : std::vector<std::string>{info.name};
}

std::vector<std::string> output_files(const OpInfo& info, const Job& job, const Words& left,
                                      const std::vector<std::string>& names) {
  if (!job.place.empty()) return named_after(job.place, names);
  if (!info.of_arrays()) return files_of_images(info, left, names);
  if (left.size() > names.size()) too_many(info, left.size(), names);
  return all_of(left);
}

std::vector<std::string> image_files(const OpInfo& info, const Call& call, const Job& job) {
  const std::vector<std::string> inputs = input_names(info, call), outputs = output_names(info, call);
  if (job.place.empty()) check_count(inputs, job.words.size(), outputs.size());
  return output_files(info, job, behind_inputs(inputs.size(), job), outputs);
}

void check_names(const OpInfo& info, const Call& call, const std::vector<Job>& jobs, FileNames& names) {
  std::vector<std::string> files;
  for (const Job& job : jobs) {
    if (job.place.empty() && info.of_arrays()) continue;  // the inputs' types decide which word is what
    for (const std::string& file : image_files(info, call, job)) files.push_back(file);
    const std::size_t inputs = job.place.empty() ? input_names(info, call).size() : job.words.size();
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
  plot::require_svg();
  if (!path.ends_with(".svg")) usage_error(fmt::format("--plot: {}: allowed is a file that ends in .svg", path));
}

void write_outputs(const std::vector<std::string>& files, const std::vector<HostValue>& values,
                   const std::optional<Picture>& picture, const ValueFile& first_input, const WriteOptions& options) {
  NewFiles made;
  for (std::size_t i = 0; i < files.size(); ++i) {
    made.expect(files[i]);
    write_value(files[i], values[i], first_input, options);
  }
  if (picture) write_text(picture->file, picture->svg, options.sync);
  made.keep();
}

}  // namespace lenslet::cli

// Pairs inputs and outputs, and checks them against each other, before any of them is opened.
#include "tool/jobs/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <lenslet/error.hpp>
#include <map>
#include <span>
#include <string_view>

#include "tool/terminal/exit.hpp"

namespace lenslet::cli {
namespace {

void check_group(std::size_t words, std::size_t inputs) {
  if (words == 0) usage_error("give at least one input file");
  if (words % inputs != 0)
    usage_error(fmt::format("{} files given: with --out-dir each result has {} inputs, which stand one after the other",
                            words, inputs));
}

bool is_read_suffix(std::string suffix, bool arrays) {
  constexpr std::string_view known[] = {".npy", ".csv", ".txt",  // the first three are arrays
                                        ".png", ".jpg", ".jpeg", ".jpe", ".tif", ".tiff", ".webp", ".gif",
                                        ".ppm", ".pgm", ".pbm",  ".pnm", ".pfm", ".heic", ".heif", ".avif",
                                        ".jxl", ".jp2", ".j2k",  ".hdr", ".v",   ".vips"};
  std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(std::begin(known) + (arrays ? 0 : 3), std::end(known), suffix) != std::end(known);
}

// Lists the readable files of a folder by name, without those in folders below it.
std::vector<std::string> files_in(const std::filesystem::path& folder, bool arrays) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.is_regular_file(error) && is_read_suffix(entry.path().extension().string(), arrays))
      files.push_back(entry.path().string());
  if (error) throw Error(ErrorKind::io, fmt::format("cannot read '{}': {}", folder.string(), error.message()));
  if (files.empty())
    usage_error(fmt::format("the folder '{}' has no file of an image{}", folder.string(), arrays ? " or array" : ""));
  std::ranges::sort(files);
  return files;
}

// An input of many jobs: a folder with a file for each job, or one file for all.
struct Files {
  std::string word;
  std::vector<std::string> all;
  bool is_folder;

  // Finds the file that matches a file of another folder.
  const std::string& beside(const std::string& file) const {
    if (!is_folder) return all.front();
    const auto name = [](const std::string& path) { return std::filesystem::path(path).filename(); };
    const auto found = std::ranges::find(all, name(file), name);
    if (found == all.end())
      usage_error(fmt::format("the folder '{}' has no '{}' to go with {}", word, name(file).string(), file));
    return *found;
  }
};

Files files_of(const std::string& word, bool arrays) {
  std::error_code unknown;
  if (!std::filesystem::is_directory(word, unknown)) return {word, {word}, false};
  return {word, files_in(word, arrays), true};
}

std::filesystem::path place_of(const std::string& file, const JobOptions& options) {
  std::filesystem::path place = options.out_dir / std::filesystem::path(file).filename();
  return options.format.empty() ? place : place.replace_extension(options.format);
}

// Adds one job, or one for each file of the first folder. Files of one name belong together, and single files belong to
// each.
void add_jobs(std::span<const std::string> words, const JobOptions& options, std::vector<Job>& jobs) {
  std::vector<Files> inputs;
  for (const std::string& word : words) inputs.push_back(files_of(word, options.arrays));
  const auto folder = std::ranges::find(inputs, true, &Files::is_folder);
  for (const std::string& file : (folder == inputs.end() ? inputs.begin() : folder)->all) {
    Job& job = jobs.emplace_back();
    for (const Files& input : inputs) job.words.push_back(input.beside(file));
    job.place = place_of(file, options);
  }
}

void check_places(const std::vector<Job>& jobs) {
  std::map<std::filesystem::path, std::string> writers;
  for (const Job& job : jobs)
    if (const auto [place, is_new] = writers.emplace(job.place, job.name()); !is_new)
      usage_error(fmt::format("{} and {} would both be written to {}", place->second, job.name(), job.place.string()));
}

}  // namespace

std::vector<Job> make_jobs(const std::vector<std::string>& given, const JobOptions& options) {
  if (options.out_dir.empty() && !options.format.empty() && std::ranges::count(given, "-") == 0)
    usage_error("--format goes with --out-dir or a result '-'; else the output file's suffix is its format");
  if (options.out_dir.empty()) return {{given, {}}};
  check_group(given.size(), options.inputs);
  std::vector<Job> jobs;
  for (auto word = given.begin(); word != given.end(); word += static_cast<std::ptrdiff_t>(options.inputs))
    add_jobs({word, word + static_cast<std::ptrdiff_t>(options.inputs)}, options, jobs);
  check_places(jobs);
  return jobs;
}

std::filesystem::path with_name(const std::filesystem::path& output, const std::string& name) {
  std::filesystem::path path = output;
  return path.replace_filename(fmt::format("{}-{}{}", output.stem().string(), name, output.extension().string()));
}

}  // namespace lenslet::cli

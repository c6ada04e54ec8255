// Inputs and outputs are paired, and checked against each other, before any of them is opened.
#include "job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <lenslet/error.hpp>
#include <map>
#include <string_view>

#include "exit.hpp"

namespace lenslet::cli {
namespace {

void check_group(std::size_t words, std::size_t inputs) {
  if (words == 0) usage_error("give at least one input file");
  if (words % inputs != 0)
    usage_error(fmt::format("{} files given: with --out-dir each result has {} inputs, which stand behind each other",
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

// The files of a folder that can be read, by name; not those of folders in it.
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

std::vector<std::string> without_folders(const std::vector<std::string>& words, bool arrays) {
  std::vector<std::string> files;
  for (const std::string& word : words) {
    std::error_code unknown;
    if (std::filesystem::is_directory(word, unknown))
      std::ranges::copy(files_in(word, arrays), std::back_inserter(files));
    else
      files.push_back(word);
  }
  return files;
}

std::filesystem::path place_of(const std::string& file, const JobOptions& options) {
  std::filesystem::path place = options.out_dir / std::filesystem::path(file).filename();
  return options.format.empty() ? place : place.replace_extension(options.format);
}

}  // namespace

std::vector<Job> make_jobs(const std::vector<std::string>& given, const JobOptions& options) {
  if (options.out_dir.empty() && !options.format.empty() && std::ranges::count(given, "-") == 0)
    usage_error("--format goes with --out-dir or a result '-'; else the output file's suffix is its format");
  if (options.out_dir.empty()) return {{given, {}}};
  const std::vector<std::string> words = without_folders(given, options.arrays);
  check_group(words.size(), options.inputs);
  std::vector<Job> jobs;
  std::map<std::filesystem::path, std::string> writers;
  for (auto word = words.begin(); word != words.end(); word += static_cast<std::ptrdiff_t>(options.inputs)) {
    jobs.push_back({{word, word + static_cast<std::ptrdiff_t>(options.inputs)}, place_of(*word, options)});
    const auto [place, is_new] = writers.emplace(jobs.back().place, *word);
    if (!is_new)
      usage_error(
          fmt::format("{} and {} would both be written to {}", place->second, *word, jobs.back().place.string()));
  }
  return jobs;
}

std::filesystem::path with_name(const std::filesystem::path& output, const std::string& name) {
  std::filesystem::path path = output;
  return path.replace_filename(fmt::format("{}-{}{}", output.stem().string(), name, output.extension().string()));
}

}  // namespace lenslet::cli

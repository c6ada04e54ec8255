// Inputs and outputs are paired, and checked against each other, before any of them is opened.
#include "job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <lenslet/error.hpp>
#include <lenslet/image_file.hpp>
#include <map>

#include "exit.hpp"
#include "text.hpp"

namespace lenslet::cli {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// The same for every way to write a file's name. A file that does not exist is named by its folder's identity.
std::filesystem::path identity(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path known = std::filesystem::weakly_canonical(path, error);
  return error ? path : known.is_absolute() ? known : std::filesystem::absolute(known, error);
}

}  // namespace

std::vector<Job> make_jobs(const std::vector<std::string>& files, const std::filesystem::path& out_dir) {
  if (out_dir.empty()) {
    if (files.size() < 2) usage_error("give an input and an output file, or inputs and --out-dir DIR");
    if (files.size() > 2) usage_error(fmt::format("{} files given: several inputs need --out-dir DIR", files.size()));
    return {{files[0], files[1]}};
  }
  if (files.empty()) usage_error("give at least one input file");
  std::vector<Job> jobs;
  std::map<std::filesystem::path, std::string> writers;
  for (const std::string& file : files) {
    const Job job{file, out_dir / std::filesystem::path(file).filename()};
    const auto [place, is_new] = writers.emplace(job.output, file);
    if (!is_new)
      usage_error(fmt::format("{} and {} would both be written to {}", place->second, file, job.output.string()));
    jobs.push_back(job);
  }
  return jobs;
}

std::filesystem::path with_name(const std::filesystem::path& output, const std::string& name) {
  std::filesystem::path path = output;
  return path.replace_filename(fmt::format("{}-{}{}", output.stem().string(), name, output.extension().string()));
}

void check_inputs_stay(const std::vector<Job>& jobs, const std::vector<std::string>& names) {
  std::map<std::filesystem::path, std::string> inputs;
  for (const Job& job : jobs) inputs.emplace(identity(job.input), job.input.string());
  const auto check = [&](const Job& job, const std::filesystem::path& output) {
    const auto input = inputs.find(identity(output));
    if (input != inputs.end())
      usage_error(fmt::format("the result of {} would overwrite the input {}; give another --out-dir",
                              job.input.string(), input->second));
  };
  for (const Job& job : jobs) {
    if (names.empty()) check(job, job.output);
    for (const std::string& name : names) check(job, with_name(job.output, name));
  }
}

void check_suffix(const std::filesystem::path& output) {
  if (is_writable(output)) return;
  const std::string suffix = lower(output.extension().string());
  std::vector<std::string> known;
  for (const FileFormat& format : writable_formats()) known.push_back(format.suffix);
  throw Error(ErrorKind::unsupported, fmt::format("{}: no image format has the suffix '{}'; known: {}", output.string(),
                                                  suffix, join(known, " ")));
}

}  // namespace lenslet::cli

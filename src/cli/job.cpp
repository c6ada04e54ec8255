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

void check_suffix(const std::filesystem::path& output) {
  if (is_writable(output)) return;
  const std::string suffix = lower(output.extension().string());
  std::vector<std::string> known;
  for (const FileFormat& format : writable_formats()) known.push_back(format.suffix);
  throw Error(ErrorKind::unsupported, fmt::format("{}: no image format has the suffix '{}'; known: {}", output.string(),
                                                  suffix, join(known, " ")));
}

}  // namespace lenslet::cli

// Inputs and outputs are paired, and checked against each other, before any of them is opened.
#include "job.hpp"

#include <fmt/format.h>

#include <map>

#include "exit.hpp"

namespace lenslet::cli {
namespace {

void check_group(std::size_t words, std::size_t inputs) {
  if (words == 0) usage_error("give at least one input file");
  if (words % inputs != 0)
    usage_error(fmt::format("{} files given: with --out-dir each result has {} inputs, which stand behind each other",
                            words, inputs));
}

std::filesystem::path place_of(const std::string& file, const JobOptions& options) {
  std::filesystem::path place = options.out_dir / std::filesystem::path(file).filename();
  return options.format.empty() ? place : place.replace_extension(options.format);
}

}  // namespace

std::vector<Job> make_jobs(const std::vector<std::string>& words, const JobOptions& options) {
  if (options.out_dir.empty()) return {{words, {}}};
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

// Codecs have one thread for an image, so each core gets one; one more image is on the device or waits for a disk.
#include "tool/jobs/at_a_time.hpp"

#include <algorithm>
#include <thread>

#include "tool/files/value_file.hpp"

namespace lenslet::cli {
namespace {

constexpr std::size_t most_cores = 64;  // with more of them images would wait for each other

bool has_arrays(const Job& job) {
  return std::ranges::any_of(job.words, [](const std::string& word) { return word == "-" || may_hold_array(word); });
}

}  // namespace

std::size_t jobs_at_a_time(const OpInfo& op, const std::vector<Job>& jobs, const RunOptions& options) {
  if (op.of_arrays() || !options.strips.empty() || options.explain || options.repeats > 0 ||
      std::ranges::any_of(jobs, has_arrays))
    return 1;
  const std::size_t cores = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_cores);
  const std::size_t wanted = options.jobs > 0 ? static_cast<std::size_t>(options.jobs) : cores + 1;
  return std::clamp<std::size_t>(jobs.size(), 1, wanted);
}

}  // namespace lenslet::cli

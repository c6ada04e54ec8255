#include "cli/jobs/at_a_time.hpp"

#include <algorithm>
#include <lenslet/batch.hpp>

#include "cli/files/value_file.hpp"

namespace lenslet::cli {
namespace {

bool has_arrays(const Job& job) {
  return std::ranges::any_of(job.words, [](const std::string& word) { return word == "-" || may_hold_array(word); });
}

}  // namespace

std::size_t jobs_at_a_time(const OpInfo& op, const std::vector<Job>& jobs, const RunOptions& options) {
  if (op.of_arrays() || !options.strips.empty() || options.explain || options.repeats > 0 ||
      std::ranges::any_of(jobs, has_arrays))
    return 1;
  const std::size_t wanted = options.jobs > 0 ? static_cast<std::size_t>(options.jobs) : usual_at_a_time();
  return std::clamp<std::size_t>(jobs.size(), 1, wanted);
}

}  // namespace lenslet::cli

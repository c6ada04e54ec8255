// How many jobs of a batch run at the same time.
#pragma once

#include <cstddef>
#include <vector>

#include "tool/jobs/job.hpp"
#include "tool/jobs/run_options.hpp"

namespace lenslet::cli {

// Returns 1 for jobs that are to run one after the other: those of arrays, whose files are read before it is known how
// much memory they need, and those of which somebody wants to know how fast they are by themselves.
std::size_t jobs_at_a_time(const OpInfo& op, const std::vector<Job>& jobs, const RunOptions& options);

}  // namespace lenslet::cli

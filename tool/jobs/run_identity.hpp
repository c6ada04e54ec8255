// Describes a run, so that another one can tell whether it is the same: what is computed from what, and how.
#pragma once

#include <lenslet/device_group.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>
#include <string>
#include <vector>

#include "tool/jobs/run_options.hpp"

namespace lenslet::cli {

// Returns what may change the order in which floats are rounded: a line each for "device", "schedule" and "program",
// with ": " and a value. `sessions` are those of the plans.
std::vector<std::string> rounding_identity(const std::vector<Session>& sessions, const GroupPlan& group);

// Returns lines "name: value" on which the bits of the result depend: the call with the files that its words name, the
// options, the inputs with their sizes and times, the result, and rounding_identity().
std::string run_identity(const std::vector<Session>& sessions, const GroupPlan& group, const Work& work,
                         const std::vector<std::string>& files, const ImageType& result, const RunOptions& options);

}  // namespace lenslet::cli

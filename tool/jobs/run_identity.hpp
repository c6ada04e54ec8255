// What a run is, in words, so that another one can tell whether it is the same: what is computed of what, and how.
#pragma once

#include <lenslet/device_group.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>
#include <string>
#include <vector>

#include "tool/jobs/run_options.hpp"

namespace lenslet::cli {

// Returns what may round floats in another order: "device", "schedule" and "program", with a ": " and a value, a line
// for each. `sessions` are those of the plans.
std::vector<std::string> rounding_identity(const std::vector<Session>& sessions, const GroupPlan& group);

// Returns lines of "name: value" that hold for the very bits of the result: the call with the files that its words
// names, the options, the inputs with their sizes and times, the result, and rounding_identity().
std::string run_identity(const std::vector<Session>& sessions, const GroupPlan& group, const Work& work,
                         const std::vector<std::string>& files, const ImageType& result, const RunOptions& options);

}  // namespace lenslet::cli

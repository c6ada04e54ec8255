// What a run is, in words, so that another one can tell whether it is the same: what is computed of what, and how.
#pragma once

#include <lenslet/device_group.hpp>
#include <lenslet/plan.hpp>
#include <string>
#include <vector>

#include "cli/jobs/run_options.hpp"

namespace lenslet::cli {

// Returns lines of "name: value" that hold for the very bits of the result: the call with the files that its words
// name, the options, the devices and schedules, which may round floats in another order, the inputs with their sizes
// and times, and the result.
std::string run_identity(const Session& session, const GroupPlan& group, const Work& work,
                         const std::vector<std::string>& files, const ImageType& result, const RunOptions& options);

}  // namespace lenslet::cli

// The files that one call of an op leaves: their names, and whether they can be written.
#pragma once

#include <lenslet/op.hpp>
#include <string>
#include <vector>

#include "tool/files/result_files.hpp"
#include "tool/jobs/inputs.hpp"
#include "tool/jobs/job.hpp"
#include "tool/jobs/run_options.hpp"

namespace lenslet::cli {

// Names a file for each of the first outputs, which have the names `names`. Several outputs of an op of images, or of
// one of many jobs, share a name, to which each adds its own. Throws for too many words, and for too few if the op's
// outputs cannot be printed.
std::vector<std::string> output_files(const OpInfo& info, const Call& call, const Job& job, Words left,
                                      const std::vector<std::string>& names);

// Names the outputs that the call may make, which may depend on an image's channels. If the op refuses, it does so
// later in its own words, for the actual inputs.
using OutputNames = std::vector<std::string>;
std::vector<OutputNames> usual_outputs(const OpInfo& info, const Call& call);

// Names the files of a job of images before any of them is opened. The outputs are the usual ones whose number matches
// the job's files.
std::vector<std::string> image_files(const OpInfo& info, const Call& call, const Job& job,
                                     const std::vector<OutputNames>& usual);

// Throws, before the first file is opened, if by its name a result of any job is an input or another result.
void check_names(const OpInfo& info, const Call& call, const std::vector<Job>& jobs, FileNames& names);

void check_plot(const OpInfo& info, const std::string& path);

// Throws if a single number would replace an array: "lenslet reduce sum x.npy y.npy" may be meant to add both.
void check_replaced(const Work& work, const std::vector<WorkOutput>& outputs, const std::vector<std::string>& files,
                    const OpenOptions& options);

// Returns the format's suffix for a result on standard output.
std::string standard_suffix(const ValueType& type, const std::string& format);

// Throws, before the work, for a result that cannot be written, or that would replace an input or another result.
void check_outputs(const std::vector<std::string>& inputs, const std::vector<std::string>& files,
                   const std::vector<WorkOutput>& outputs, const RunOptions& options);

}  // namespace lenslet::cli

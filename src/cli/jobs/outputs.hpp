// The files that one call of an op leaves: which they are, and whether they can be written.
#pragma once

#include <filesystem>
#include <lenslet/op.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/files/file_names.hpp"
#include "cli/jobs/inputs.hpp"
#include "cli/jobs/job.hpp"
#include "cli/jobs/run_options.hpp"

namespace lenslet::cli {

// A file for each of the first outputs. Several outputs of an op of images, or of one of many jobs, share a name that
// theirs is added to. Throws for too many words, and too few where the op's outputs cannot be printed.
std::vector<std::string> output_files(const OpInfo& info, const Job& job, Words left,
                                      const std::vector<WorkOutput>& outputs);

// Of an op of images, whose files are known before any of them is opened.
std::vector<std::string> image_files(const OpInfo& info, const Call& call, const Job& job);

// Before the first file is opened: no result of any job may be an input or another result, as far as names tell.
void check_names(const OpInfo& info, const Call& call, const std::vector<Job>& jobs, FileNames& names);

void check_plot(const OpInfo& info, const std::string& path);

// "lenslet reduce sum x.npy y.npy" may be meant to add both: a single number does not replace an array.
void check_replaced(const Work& work, const std::vector<WorkOutput>& outputs, const std::vector<std::string>& files,
                    const OpenOptions& options);

// Before the work: what is written can be, and replaces neither an input nor another result.
void check_outputs(const std::vector<std::string>& inputs, const std::vector<std::string>& files,
                   const std::vector<WorkOutput>& outputs, const RunOptions& options);

}  // namespace lenslet::cli

// Large images pass in strips although nobody asked for it.
#pragma once

#include <CLI/CLI.hpp>
#include <lenslet/op.hpp>
#include <vector>

#include "tool/jobs/job.hpp"
#include "tool/jobs/run_options.hpp"

namespace lenslet::cli {

// Sets RunOptions::strips where all jobs make large TIFF files of large TIFF files by an op of windows or points, and
// no option needs whole images. Strips use the same memory again and again, are computed while others are read and
// written, and are packed by all cores. Pixels are the same.
void choose_strips(const CLI::App& app, const OpInfo& op, const Call& call, const std::vector<Job>& jobs,
                   RunOptions& options);

}  // namespace lenslet::cli

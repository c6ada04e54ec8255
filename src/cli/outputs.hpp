// The files that one call of an op leaves: its outputs, and a picture of them.
#pragma once

#include <filesystem>
#include <lenslet/op.hpp>
#include <optional>
#include <string>
#include <vector>

#include "file_names.hpp"
#include "inputs.hpp"
#include "job.hpp"

namespace lenslet::cli {

// The names of the outputs that the call surely has, as far as its inputs' types need not be known.
std::vector<std::string> output_names(const OpInfo& info, const Call& call);

// A file for each of the first outputs. Several outputs of an op of images, or of one of many jobs, share a name that
// theirs is added to. Throws for too many words, and too few where the op's outputs cannot be printed.
std::vector<std::string> output_files(const OpInfo& info, const Job& job, const Words& left,
                                      const std::vector<std::string>& names);

// Of an op of images, whose files are known before any of them is opened.
std::vector<std::string> image_files(const OpInfo& info, const Call& call, const Job& job);

// Before the first file is opened: no result of any job may be an input or another result, as far as names tell.
void check_names(const OpInfo& info, const Call& call, const std::vector<Job>& jobs, FileNames& names);

void check_plot(const OpInfo& info, const std::string& path);

struct Picture {
  std::string file;
  std::string svg;
};

// The first outputs and the picture, all of them written or none that is new.
void write_outputs(const std::vector<std::string>& files, const std::vector<HostValue>& values,
                   const std::optional<Picture>& picture, const ValueFile& first_input, const WriteOptions& options);

}  // namespace lenslet::cli

// The options that every op has.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tool/files/stack_files.hpp"
#include "tool/jobs/jpeg_choice.hpp"
#include "tool/jobs/missing_options.hpp"
#include "tool/options/shared_options.hpp"

namespace lenslet::cli {

struct RunOptions : FileOptions {
  OpOptions filter;                   // its border values come from border_values once the channels are known
  bool nodata_of_file = false;        // the files state the value of missing samples
  std::vector<double> border_values;  // empty, one for all channels, or one per channel
  std::optional<std::string> types;   // as which the inputs are taken
  std::filesystem::path dump_kernel;  // empty: none; "-": stdout
  std::optional<std::string> plot;
  std::optional<Rect> region;  // of the results; empty: all
  bool volume = false;         // pages are neighbours in depth
  VolumeOptions depth;         // for a volume
  PageChoice choice;           // of the pages of each input
  std::int64_t repeats = 0;
  std::uint64_t memory = 0;              // bytes that strips of an image may take; 0: images are read whole
  std::vector<std::string> devices;      // a selector for each, if there are several
  std::string strips;                    // the option that makes images pass in strips; empty: they are read whole
  bool resume = false;                   // for strips: continues an earlier run
  bool pyramid = false;                  // for strips: halved levels in the same file
  std::int64_t jobs = 0;                 // images at a time; 0: enough to keep all cores at work
  std::vector<std::string> columns;      // of the first input's table; empty: all
  std::chrono::milliseconds timeout{0};  // of a user's kernels; 0: none
  CodecWish codec = CodecWish::faster;   // for JPEG files
  bool keep_values = false;              // when u16 becomes u8
  bool overwrite = false;                // even files with other contents than such a result
  bool explain = false;
};

void add_run_options(CLI::App& app, const OpInfo& op);
RunOptions read_run_options(const CLI::App& app, const OpInfo& op);

// Returns an option that no strips go with, if there is one: they need whole images, or images beside each other.
std::optional<std::string> other_than_strips(const CLI::App& app, const RunOptions& options);

// Completes the options for inputs of these types and files. Throws if the border has another number of values than the
// image has channels, and if files must state the missing samples but state different ones.
OpOptions filter_options(const RunOptions& options, const std::vector<ValueType>& types,
                         const std::vector<FileNodata>& files);

}  // namespace lenslet::cli

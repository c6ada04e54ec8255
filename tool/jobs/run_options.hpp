// The options that every op has.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <lenslet/plan.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tool/jobs/jpeg_choice.hpp"
#include "tool/jobs/missing_options.hpp"
#include "tool/options/shared_options.hpp"

namespace lenslet::cli {

struct RunOptions : FileOptions {
  OpOptions filter;                   // its border values come from border_values, when the channels are known
  bool nodata_of_file = false;        // its value of missing samples is what the files say
  std::vector<double> border_values;  // empty, one for all channels, or one per channel
  std::optional<std::string> types;   // that the inputs are converted to
  std::filesystem::path dump_kernel;  // empty: none; "-": stdout
  std::optional<std::string> plot;
  std::optional<Rect> region;  // of the results; absent: all of them
  std::int64_t repeats = 0;
  std::uint64_t memory = 0;              // bytes that strips of an image may take; 0: images are read whole
  std::vector<std::string> devices;      // a selector for each, where there are several
  std::string strips;                    // the option for which images pass in strips; empty: they are read whole
  bool resume = false;                   // of strips: goes on with what an earlier run has written
  bool pyramid = false;                  // of strips: halved levels in the same file
  std::int64_t jobs = 0;                 // images at a time; 0: as many as keep all cores at work
  std::vector<std::string> columns;      // of the first input's table; empty: all
  std::chrono::milliseconds timeout{0};  // of a user's kernels; 0: none
  CodecWish codec = CodecWish::faster;   // for JPEG files
  bool keep_values = false;              // where u16 becomes u8
  bool overwrite = false;                // files that hold something else than such a result
  bool explain = false;
};

void add_run_options(CLI::App& app, const OpInfo& op);
RunOptions read_run_options(const CLI::App& app, const OpInfo& op);

// Completes the options for inputs of these types and files. Throws where the border's values are not as many as an
// image's channels, and where files shall say which samples are missing and say different values.
OpOptions filter_options(const RunOptions& options, const std::vector<ValueType>& types,
                         const std::vector<FileNodata>& files);

}  // namespace lenslet::cli

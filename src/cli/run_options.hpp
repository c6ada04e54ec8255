// The options that `lenslet run` has for every op.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <lenslet/image_file.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>
#include <optional>
#include <string>
#include <vector>

#include "input_limits.hpp"

namespace lenslet::cli {

struct RunOptions {
  FilterOptions filter;               // its border values come from border_values, when the channels are known
  std::vector<double> border_values;  // empty, one for all channels, or one per channel
  std::optional<PixelType> type;      // the input is converted to it
  SessionOptions session;
  InputLimits limits;
  WriteOptions write;
  std::filesystem::path out_dir;
  std::filesystem::path dump_kernel;  // empty: none; "-": stdout
  bool json = false;
  bool explain = false;
  bool quiet = false;
  bool verbose = false;
};

void add_run_options(CLI::App& app);
RunOptions read_run_options(const CLI::App& app);

// The filter's options for images of this format. Throws where the border's values are not as many as its channels.
FilterOptions filter_options(const RunOptions& options, PixelFormat format);

}  // namespace lenslet::cli

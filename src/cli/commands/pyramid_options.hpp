// The options of `lenslet pyramid`.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <lenslet/image_file.hpp>
#include <lenslet/pyramid.hpp>
#include <lenslet/session.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/jobs/batch.hpp"
#include "cli/options/shared_options.hpp"

namespace lenslet::cli {

struct PyramidCommand {
  PyramidOptions pyramid;
  SessionOptions session;
  InputLimits limits;
  WriteOptions write;
  std::optional<PixelType> type;  // the input is converted to it
  std::string format;             // suffix of the results: ".png"; empty: the input's
  std::filesystem::path out_dir;  // empty: no files
  std::filesystem::path points;   // empty: none
  Verbosity verbosity;
};

void add_pyramid_options(CLI::App& app);
PyramidCommand read_pyramid_options(const CLI::App& app);

}  // namespace lenslet::cli

// The options of `lenslet pyramid`.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <lenslet/pyramid.hpp>
#include <optional>

#include "tool/options/shared_options.hpp"

namespace lenslet::cli {

struct PyramidCommand : FileOptions {
  PyramidOptions pyramid;
  std::optional<PixelType> type;  // the input is converted to it
  std::filesystem::path points;   // empty: none
};

void add_pyramid_options(CLI::App& app);
PyramidCommand read_pyramid_options(const CLI::App& app);

}  // namespace lenslet::cli

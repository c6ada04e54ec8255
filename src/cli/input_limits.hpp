// What a command takes from files that may be hostile: which formats, how many pixels, how much memory.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace lenslet::cli {

struct InputLimits {
  std::int64_t max_pixels = std::int64_t{1} << 30;  // of one image
  std::uint64_t max_memory = 0;  // bytes for one job with its copies on the device; never 0 once read
  bool unsafe_loaders = false;   // image formats that run programs, open other files or never end
};

// Adds --max-pixels, --max-memory and --unsafe-loaders.
void add_input_limits(CLI::App& app);
InputLimits read_input_limits(const CLI::App& app);

// "the image needs 3.2 GB; allowed: 1.5 GB (--max-memory)": throws Error of kind io where `bytes` are more than
// allowed.
void check_memory(const std::string& what, std::uint64_t bytes, const InputLimits& limits);

}  // namespace lenslet::cli

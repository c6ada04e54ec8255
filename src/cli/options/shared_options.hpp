// Options that several commands have: their names, help and values once.
#pragma once

#include <lenslet/image_file.hpp>
#include <lenslet/session.hpp>

#include <cstdint>
#include <string>

#include "cli/options/option.hpp"

namespace lenslet::cli {

void add_device_option(CLI::App& app);
SessionOptions read_device_option(const CLI::App& app);

// --device and --no-cache.
void add_session_options(CLI::App& app);
SessionOptions read_session_options(const CLI::App& app);

// --border, with a list of values where `more` is "[,...]".
void add_border_option(CLI::App& app, const std::string& help = "", const std::string& more = "");

// --quality and --no-sync.
void add_write_options(CLI::App& app);
WriteOptions read_write_options(const CLI::App& app);

// --out-dir and --format, whose value begins with a point or is empty.
void add_folder_options(CLI::App& app);
std::string read_format_option(const CLI::App& app);

// --json, --verbose and --quiet.
struct Verbosity {
  bool json = false;
  bool quiet = false;
  bool verbose = false;
};
void add_verbosity(CLI::App& app);
Verbosity read_verbosity(const CLI::App& app);

// Adds --verbose to a command that starts drivers: main.cpp then shows what they say.
void add_json(CLI::App& app, const std::string& help = "Print JSON");
void add_verbose(CLI::App& app);

// What a command takes from files that may be hostile: --max-pixels, --max-memory and --unsafe-loaders.
struct InputLimits {
  std::int64_t max_pixels = std::int64_t{1} << 30;  // of one image
  std::uint64_t max_memory = 0;  // bytes for one job with its copies on the device; never 0 once read
  bool unsafe_loaders = false;   // image formats that run programs, open other files or never end
};
void add_input_limits(CLI::App& app);
InputLimits read_input_limits(const CLI::App& app);

// "the image needs 3.2 GB; allowed: 1.5 GB (--max-memory)": throws Error of kind io where `bytes` are more than
// allowed.
void check_memory(const std::string& what, std::uint64_t bytes, const InputLimits& limits);

}  // namespace lenslet::cli

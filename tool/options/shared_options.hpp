// Options of several commands: their names, help and values, described once.
#pragma once

#include <lenslet/image_file.hpp>
#include <lenslet/session.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "tool/options/option.hpp"
#include "tool/terminal/time_limit.hpp"

namespace lenslet::cli {

void add_device_option(CLI::App& app, const std::string& more = "");
SessionOptions read_device_option(const CLI::App& app);  // with those of bundles, if the command has them

// --bundle and --no-compile.
void add_bundle_options(CLI::App& app);
void warn_of_bundle(const Session& session);  // if programs still had to be compiled

// --border. If `more` is "[,...]" it takes a list of values.
void add_border_option(CLI::App& app, const std::string& help = "", const std::string& more = "");

// --accuracy. If `more` is "[,...]" it takes a list of values.
void add_accuracy_option(CLI::App& app, const std::string& more = "");
Accuracy parse_accuracy_option(const std::string& what, const std::string& text);

// --verbose for a command that starts drivers: main.cpp then shows what they write. The other function adds --json,
// too.
void add_verbose(CLI::App& app);
void add_report_options(CLI::App& app, const std::string& json_help = "Print JSON");

// --timeout limits the time of a user's kernels: of a launch, or of everything that measures or proves an op once.
// --compile-timeout limits the driver's compiler, for a program or for the kernels of a launch. read_device_option()
// sets it for the session, too.
constexpr std::chrono::milliseconds launch_timeout{120'000}, measuring_timeout{600'000};
constexpr char measuring_timeout_help[] =
    "End with an error where an op of your own takes longer to measure or to compare, as one that never ends does "
    "(default 10m)";
void add_timeouts(CLI::App& app, const std::string& help);
void add_compile_timeout(CLI::App& app);
Timeouts read_timeouts(const CLI::App& app, std::chrono::milliseconds usual);

// The limits for files that may be hostile.
struct InputLimits {
  std::int64_t max_pixels = std::int64_t{1} << 30;  // of one image
  std::uint64_t max_memory = 0;  // bytes for one job with its copies on the device; never 0 after reading the options
  bool unsafe_loaders = false;   // image formats that run programs, open other files or never end
  bool strict = false;           // whether a damaged JPEG file is an error
  std::optional<int> page = {};  // the one page that is read, from 0 on; empty: the first
};

struct Verbosity {
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  bool progress = false;  // in lines, wherever standard error goes
};

// The options of every command that makes files from files.
struct FileOptions {
  SessionOptions session;
  InputLimits limits;
  WriteOptions write;
  std::filesystem::path out_dir;
  std::string format;  // suffix of results in the folder, or on standard output: ".png"; empty: the usual one
  Verbosity verbosity;
};
void add_file_options(CLI::App& app);  // without the device
FileOptions read_file_options(const CLI::App& app);

// "the image needs 3.2 GB; allowed: 1.5 GB (--max-memory)": throws Error of kind io if `bytes` are more than allowed.
// `way` is a remedy, such as another option.
void check_memory(const std::string& what, std::uint64_t bytes, const InputLimits& limits, const std::string& way = {});

}  // namespace lenslet::cli

// One text for all commands.
#include "cli/options/shared_options.hpp"

#include <fmt/format.h>

#include <limits>

#include "cli/terminal/exit.hpp"
#include "cli/terminal/text.hpp"
#include "system/memory.hpp"

namespace lenslet::cli {

void add_device_option(CLI::App& app) {
  add_value(app, "--device", "SEL", "Device by index, or by parts of its platform, kind and name: pocl, nvidia:gpu");
}

SessionOptions read_device_option(const CLI::App& app) {
  SessionOptions options;
  options.device = given(app, "--device").value_or("");
  return options;
}

void add_session_options(CLI::App& app) {
  add_device_option(app);
  add_switch(app, "--no-cache", "Neither use nor keep compiled programs on disk");
}

SessionOptions read_session_options(const CLI::App& app) {
  SessionOptions options = read_device_option(app);
  options.cache = !is_set(app, "--no-cache");
  return options;
}

void add_border_option(CLI::App& app, const std::string& help, const std::string& more) {
  add_value(app, "--border", "NAME" + more,
            fmt::format("{}{} (default {})", help, join(names_of(borders), ", "), name_of(FilterOptions{}.border)));
}

void add_write_options(CLI::App& app) {
  add_value(app, "--quality", "N", "Quality of JPEG and WebP files (1 to 100; default 90)");
  add_switch(app, "--no-sync", "Do not wait for the disk: faster, but a crash of the machine can leave empty files");
}

WriteOptions read_write_options(const CLI::App& app) {
  WriteOptions options;
  options.sync = !is_set(app, "--no-sync");
  take(app, "--quality", options.quality, 1, 100);
  return options;
}

void add_folder_options(CLI::App& app) {
  add_value(app, "--out-dir", "DIR", "Write each input's result under its own file name into this folder");
  add_value(app, "--format", "SUFFIX", "File format of the results in that folder, or of a result '-': png, tif, npy");
}

std::string read_format_option(const CLI::App& app) {
  const std::string suffix = given(app, "--format").value_or("");
  return suffix.empty() || suffix.starts_with('.') ? suffix : '.' + suffix;
}

void add_verbosity(CLI::App& app) {
  add_json(app, "Print what was done as JSON");
  add_switch(app, "--verbose",
             "Name each file on standard error when it is done, and show what drivers and codecs write there");
  add_switch(app, "--quiet", "No progress bar, notes or warnings");
}

Verbosity read_verbosity(const CLI::App& app) {
  const Verbosity wanted{is_set(app, "--json"), is_set(app, "--quiet"), is_set(app, "--verbose")};
  if (wanted.quiet && wanted.verbose) usage_error("--quiet and --verbose exclude each other");
  return wanted;
}

void add_json(CLI::App& app, const std::string& help) {
  add_switch(app, "--json", help);
}

void add_verbose(CLI::App& app) {
  add_switch(app, "--verbose", "Show what drivers and codecs write to standard error");
}

void add_input_limits(CLI::App& app) {
  add_value(app, "--max-pixels", "N", "Refuse images of more pixels (default 1073741824)");
  add_value(
      app, "--max-memory", "SIZE",
      "Refuse what needs more memory, copies on the device included: 800M, 4G (k, M, G, T: powers of 1024; default: "
      "half of what is free)");
  add_switch(app, "--unsafe-loaders",
             "Also read formats that can run programs, open other files or take for ever: SVG, PDF, ...");
}

InputLimits read_input_limits(const CLI::App& app) {
  InputLimits limits;
  take(app, "--max-pixels", limits.max_pixels, 1, std::numeric_limits<std::int64_t>::max());
  limits.max_memory = system::default_memory_limit();
  take(app, "--max-memory", limits.max_memory, parse_bytes);
  limits.unsafe_loaders = is_set(app, "--unsafe-loaders");
  return limits;
}

void check_memory(const std::string& what, std::uint64_t bytes, const InputLimits& limits) {
  system::check_memory(what, bytes, limits.max_memory, "--max-memory");
}

}  // namespace lenslet::cli

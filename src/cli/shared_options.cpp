// One text for all commands.
#include "shared_options.hpp"

#include "exit.hpp"
#include "help.hpp"
#include "parameter.hpp"

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

void add_write_options(CLI::App& app) {
  add_value(app, "--quality", "N", "Quality of JPEG and WebP files (1 to 100; default 90)");
  add_switch(app, "--no-sync", "Do not wait for the disk: faster, but a crash of the machine can leave empty files");
}

WriteOptions read_write_options(const CLI::App& app) {
  WriteOptions options;
  options.sync = !is_set(app, "--no-sync");
  if (const auto text = given(app, "--quality"))
    options.quality = static_cast<int>(parse_integer("--quality", *text, 1, 100));
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
  add_switch(app, "--json", "Print what was done as JSON");
  add_switch(app, "--verbose",
             "Name each file on standard error when it is done, and show what drivers and codecs write there");
  add_switch(app, "--quiet", "No progress bar, notes or warnings");
}

Verbosity read_verbosity(const CLI::App& app) {
  const Verbosity wanted{is_set(app, "--json"), is_set(app, "--quiet"), is_set(app, "--verbose")};
  if (wanted.quiet && wanted.verbose) usage_error("--quiet and --verbose exclude each other");
  return wanted;
}

}  // namespace lenslet::cli

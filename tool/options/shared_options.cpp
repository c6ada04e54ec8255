// All commands share these texts.
#include "tool/options/shared_options.hpp"

#include <fmt/format.h>

#include <limits>

#include "system/memory.hpp"
#include "tool/options/values.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

const std::vector<std::string> jpeg_samplings{"4:4:4", "4:2:2", "4:2:0", "4:4:0", "4:1:1"};

constexpr char compile_timeout[] = "--compile-timeout";

std::chrono::milliseconds read_time(const CLI::App& app, const std::string& name, std::chrono::milliseconds usual) {
  double seconds = std::chrono::duration<double>(usual).count();
  take(app, name, seconds, parse_duration);
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

}  // namespace

void add_device_option(CLI::App& app, const std::string& more) {
  add_value(app, "--device", "SEL",
            "Device by index, or by parts of its platform, kind and name: pocl, nvidia:gpu" + more);
}

SessionOptions read_device_option(const CLI::App& app) {
  SessionOptions options;
  const std::optional<std::string> device = given(app, "--device");
  if (device && device->empty())
    usage_error("--device is empty; allowed: an index or words of 'lenslet devices', or no --device for the default");
  options.device = device.value_or("");
  if (find_option(app, compile_timeout) != nullptr)
    options.build_timeout = read_time(app, compile_timeout, options.build_timeout);
  if (find_option(app, "--bundle") == nullptr) return options;
  options.bundle = given(app, "--bundle").value_or("");
  options.compile = !is_set(app, "--no-compile");
  return options;
}

void add_bundle_options(CLI::App& app) {
  add_value(app, "--bundle", "FILE.lnb",
            "Take programs from this file, which 'lenslet compile' made, and compile none");
  add_switch(app, "--no-compile", "Fail, with the reason, where a program would have to be compiled");
}

void warn_of_bundle(const Session& session) {
  if (const std::string problem = session.bundle_problem(); !problem.empty()) print_warning(problem);
}

void add_border_option(CLI::App& app, const std::string& help, const std::string& more, const OpInfo* op) {
  if (!op || op->pipeline) {
    add_value(app, "--border", "NAME" + more,
              fmt::format("{}{} (default: the op's own, mostly {})", help, join(names_of(borders), ", "),
                          name_of(usual_border)));
    return;
  }
  const std::vector<Border> known = borders_of({full_name(*op)});
  add_value(app, "--border", "NAME" + more,
            known.empty()
                ? "Has no meaning here: nothing of this op looks outside the image"
                : fmt::format("{}{} (default {})", help, join(names_of(known), ", "), name_of(known.front())));
}

void add_accuracy_option(CLI::App& app, const std::string& more) {
  add_value(app, "--accuracy", "exact|level|half" + more,
            "Let results of u8 lie one level from the exact ones, where that is faster: masks of fractions on CPUs; or "
            "let masks on f16 be summed in f16, on devices that have it (default exact, but for Gaussians wider than "
            "masks, whose error --explain says)");
}

Accuracy parse_accuracy_option(const std::string& what, const std::string& text) {
  return parse_accuracy(check_choice(what, text, names_of(accuracies)));
}

void add_verbose(CLI::App& app) {
  add_switch(app, "--verbose", "Show what drivers and codecs write to standard error");
}

void add_report_options(CLI::App& app, const std::string& json_help) {
  add_switch(app, "--json", json_help);
  add_verbose(app);
}

void add_compile_timeout(CLI::App& app) {
  add_value(app, compile_timeout, "TIME",
            fmt::format("Give the driver's compiler up after this time (default {}m)",
                        std::chrono::duration_cast<std::chrono::minutes>(SessionOptions{}.build_timeout).count()));
}

void add_timeouts(CLI::App& app, const std::string& help) {
  add_value(app, "--timeout", "TIME", help + "; the time of the compiler does not count");
  add_compile_timeout(app);
}

Timeouts read_timeouts(const CLI::App& app, std::chrono::milliseconds usual) {
  return {read_time(app, "--timeout", usual), read_time(app, compile_timeout, SessionOptions{}.build_timeout)};
}

void add_file_options(CLI::App& app) {
  add_switch(app, "--no-cache", "Neither use nor keep compiled programs on disk");
  add_value(app, "--out-dir", "DIR", "Write each input's result under its own file name into this folder");
  add_value(app, "--format", "SUFFIX", "File format of the results in that folder, or of a result '-': png, tif, npy");
  add_value(app, "--quality", "N", "Quality of JPEG and WebP files (1 to 100; default 90)");
  add_value(
      app, "--sampling", "NAME",
      "Colours of JPEG files: 4:4:4 whole, 4:2:0 half both ways; with the device's codec 4:2:2, 4:4:0, 4:1:1, too "
      "(default: 4:2:0 below quality 90 and for what was read so, else 4:4:4)");
  add_switch(app, "--optimize", "Give each JPEG file Huffman tables of its own: smaller files");
  add_value(app, "--restart", "N", "MCUs between restart markers of JPEG files (0 to 65535; default 0: no markers)");
  add_switch(app, "--no-sync", "Do not wait for the disk: faster, but a crash of the machine can leave empty files");
  add_value(app, "--max-pixels", "N", "Refuse images of more pixels (default 1073741824)");
  add_value(
      app, "--max-memory", "SIZE",
      "Refuse what needs more memory, copies on the device included: 800M, 4G (k, M, G, T: powers of 1024; default: "
      "half of what is free)");
  add_switch(app, "--unsafe-loaders",
             "Also read formats that can run programs, open other files or take for ever: SVG, PDF, ...");
  add_switch(app, "--strict", "Refuse damaged JPEG files (default: what is lost of their pixels is grey, with a note)");
  add_switch(app, "--json", "Print what was done as JSON");
  add_switch(app, "--verbose",
             "Name each file on standard error when it is done, and show what drivers and codecs write there");
  add_switch(app, "--quiet", "No progress bar, notes or warnings");
}

FileOptions read_file_options(const CLI::App& app) {
  FileOptions options{.session = read_device_option(app),
                      .limits = {},
                      .write = {},
                      .out_dir = {},
                      .format = {},
                      .verbosity = {is_set(app, "--json"), is_set(app, "--quiet"), is_set(app, "--verbose")}};
  if (options.verbosity.quiet && options.verbosity.verbose) usage_error("--quiet and --verbose exclude each other");
  options.session.cache = !is_set(app, "--no-cache");
  options.out_dir = given(app, "--out-dir").value_or("");
  options.format = given(app, "--format").value_or("");
  if (!options.format.empty() && !options.format.starts_with('.')) options.format.insert(0, 1, '.');
  options.write.sync = !is_set(app, "--no-sync");
  take(app, "--quality", options.write.quality, 1, 100);
  take(app, "--sampling", options.write.sampling,
       [](const auto& what, const auto& text) { return check_choice(what, text, jpeg_samplings); });
  options.write.optimize = is_set(app, "--optimize");
  take(app, "--restart", options.write.restart, 0, 65535);
  take(app, "--max-pixels", options.limits.max_pixels, 1, std::numeric_limits<std::int64_t>::max());
  options.limits.max_memory = system::default_memory_limit();
  take(app, "--max-memory", options.limits.max_memory, parse_bytes);
  options.limits.unsafe_loaders = is_set(app, "--unsafe-loaders");
  options.limits.strict = is_set(app, "--strict");
  return options;
}

void check_memory(const std::string& what, std::uint64_t bytes, const InputLimits& limits, const std::string& way) {
  system::check_memory(what, bytes, limits.max_memory, way.empty() ? "--max-memory" : "--max-memory; " + way);
}

}  // namespace lenslet::cli

// The options' names, help and values, and which of them exclude each other.
#include "tool/jobs/run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/error.hpp>
#include <lenslet/jpeg.hpp>
#include <lenslet/user_op.hpp>
#include <limits>
#include <sstream>

#include "tool/components/jpeg.hpp"
#include "tool/components/plots.hpp"
#include "tool/jobs/missing_options.hpp"
#include "tool/jobs/outputs.hpp"
#include "tool/jobs/refused_options.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/values.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

Alpha parse_alpha_option(const std::string& what, const std::string& text) {
  return parse_alpha(check_choice(what, text, names_of(alphas)));
}

std::vector<double> parse_border_values(const std::string& what, const std::string& text) {
  std::vector<double> values;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) values.push_back(parse_real(what, word));
  if (values.empty() || values.size() > max_channels)
    usage_error(fmt::format("{}: '{}' has {} numbers; allowed: 1 to {}", what, text, values.size(), max_channels));
  return values;
}

CodecWish parse_codec(const std::string& what, const std::string& text) {
  const std::vector<std::string> known{std::string(host_codec), std::string(device_codec)};
  if (check_choice(what, text, known) == host_codec) return CodecWish::host;
  jpeg_codec.require("--codec device");
  return CodecWish::device;
}

void check_types(const OpInfo& op, const std::string& text) {
  for (const std::string& word : split_list("--type", text))
    check_choice(
        "--type", word,
        names_of(op.of_arrays() ? std::vector(std::begin(sample_types), std::end(sample_types)) : taken_types(op)));
}

// Without a limit from the user, images in strips may have any size.
void read_strips(const CLI::App& app, RunOptions& options) {
  take(app, "--memory", options.memory, parse_bytes);
  if (ranks() == nullptr) options.devices = several_devices(options.session);
  if (options.devices.size() > 1) options.strips = "--device with several devices";
  if (ranks() != nullptr) options.strips = "a run of several ranks";
  if (options.memory > 0) options.strips = "--memory";
  options.resume = is_set(app, "--resume");
  options.pyramid = is_set(app, "--pyramid");
  options.verbosity.progress = is_set(app, "--progress");
  if (options.verbosity.progress && options.verbosity.quiet) usage_error("--progress and --quiet exclude each other");
  for (const char* part : {"--resume", "--pyramid", "--progress"})
    if (is_set(app, part) && options.strips.empty()) usage_error(fmt::format("{} needs --memory SIZE", part));
  if (options.strips.empty()) return;
  if (const auto other = other_than_strips(app, options))
    usage_error(fmt::format("{} does not go with {}", options.strips, *other));
  if (options.resume && given(app, "--specialize")) usage_error("--resume does not go with --specialize");
  if (!given(app, "--max-pixels")) options.limits.max_pixels = std::numeric_limits<std::int64_t>::max();
}

// The ops of a pipeline may have one of their own.
bool has_constant_border(const OpInfo& op, const OpOptions& options) {
  if (op.pipeline && !options.border) return true;
  return border_of({{full_name(op)}, {}, options}) == Border::constant;
}

void read_border(const CLI::App& app, const OpInfo& op, RunOptions& options) {
  take(app, "--border", options.filter.border, parse_border_option);
  take(app, "--border-value", options.border_values, parse_border_values);
  if (!options.border_values.empty() && !has_constant_border(op, options.filter))
    usage_error("--border-value needs --border constant");
}

// Ops of arrays that look at no element outside have no such option.
bool has_border(const OpInfo& op) {
  return !op.of_arrays() || !borders_of({full_name(op)}).empty();
}

void read_image_options(const CLI::App& app, RunOptions& options) {
  take(app, "--ddepth", options.filter.ddepth, parse_type_option);
  take(app, "--accuracy", options.filter.accuracy, parse_accuracy_option);
  take(app, "--region", options.region, parse_region);
  take(app, "--page", options.choice.pages, parse_pages);
  if (options.choice.pages.size() == 1) options.limits.page = options.choice.pages.front();
  take(app, "--axes", options.choice.axes, parse_axes_option);
  options.volume = is_set(app, "--volume");
  take(app, "--depth", options.depth.depth, parse_real);
  if (options.depth.depth && !options.volume) usage_error("--depth needs --volume");
  take(app, "--jobs", options.jobs, 1, 1024);
  take(app, "--codec", options.codec, parse_codec);
  read_strips(app, options);
  options.keep_values = is_set(app, "--keep-values");
  read_missing(app, options.filter, options.nodata_of_file);
  take(app, "--alpha", options.filter.alpha, parse_alpha_option);
}

void read_outputs(const CLI::App& app, const OpInfo& op, RunOptions& options) {
  options.explain = is_set(app, "--explain");
  options.dump_kernel = given(app, "--dump-kernel").value_or("");
  if (options.dump_kernel == "-" && (options.verbosity.json || options.explain))
    usage_error(fmt::format("--dump-kernel - and {} would mix on standard output; give a file",
                            options.verbosity.json ? "--json" : "--explain"));
  options.plot = given(app, "--plot");
  if (options.plot) check_plot(op, *options.plot);
  if (options.plot && !options.out_dir.empty()) usage_error("--plot is for one result, not for those of --out-dir");
  take(app, "--repeats", options.repeats, 0, 1'000'000);
}

// A run that is timed waits for the fastest program, and a run that may be continued keeps to one program.
void read_specialize(const CLI::App& app, const OpInfo& op, RunOptions& options) {
  const bool always = options.explain || options.repeats > 0 || options.resume;
  options.filter.specialize = always ? Specialize::always : Specialize::cached;
  if (op.of_arrays()) return;
  take(app, "--specialize", options.filter.specialize, [](const auto& what, const auto& text) {
    return parse_specialize(check_choice(what, text, names_of(specialize_modes)));
  });
}

// Options that people also look for at ops of arrays.
constexpr std::pair<const char*, const char*> only_of_images[] = {
    {"--memory", "SIZE"}, {"--nodata", "VALUE"}, {"--nan", "MODE"}};

void refuse_of_images(const CLI::App& app, const OpInfo& op) {
  if (given(app, "--memory"))
    usage_error(
        fmt::format("--memory is for ops of images, which pass in strips of rows; {} takes arrays, which have no "
                    "rows and are computed whole",
                    full_name(op)));
  for (const char* name : {"--nodata", "--nan"})
    if (given(app, name))
      usage_error(fmt::format("{} is for ops of images, whose windows leave samples out; {} computes with all elements",
                              name, full_name(op)));
}

void add_page_options(CLI::App& app) {
  add_value(app, "--page", "N[-M][,...]",
            "Take only these pages or frames of a file, from 1 on (default: all, each computed by itself)");
  add_value(app, "--axes", "ZYX",
            "What the sides of a .npy, or the pages of a TIFF file, mean: letters of Z, T, C and Q for pages, then YX, "
            "then S or C for a pixel's channels: TZYX, CYX, YXC (default: what the file says)");
  add_switch(app, "--volume",
             "Take the pages as neighbours in depth: gaussian, mean, median, rank, sobel, morphology, and ops with the "
             "parameter 'pages'");
  add_value(app, "--depth", "NUMBER",
            "With --volume: the sigma, the window's size or the derivative's order along depth (default: as in y; of "
            "sobel 0)");
}

void add_image_options(CLI::App& app, const OpInfo& op) {
  add_border_option(app, "What lies outside the image: ", "", &op);
  add_value(app, "--border-value", "V[,V...]", "Value of the constant border, for all channels or each (default 0)");
  add_value(app, "--ddepth", "TYPE",
            fmt::format("Type of the result: {} (default: the input's); u16 is scaled to u8",
                        join(names_of(filter_types), ", ")));
  add_accuracy_option(app);
  add_value(app, "--region", "WxH+X+Y",
            "Compute only this rectangle of the result, as wide and high, X and Y pixels from its top left corner");
  add_page_options(app);
  add_value(
      app, "--memory", "SIZE",
      "Compute images of any size in strips that take at most so much memory: 800M, 4G; the rows of files pass once");
  add_switch(app, "--resume",
             "With --memory, for TIFF: keep what an interrupted run has finished, and go on with it in the next one");
  add_switch(app, "--pyramid", "With --memory, for TIFF: put halved levels into the file, too");
  add_switch(
      app, "--progress",
      "With --memory: say how far it is, how fast and how long the rest takes in a line every 10 s, also where no "
      "terminal is");
  add_value(
      app, "--jobs", "N",
      "Read, compute and write so many images at a time (default: one more than there are cores; 1: one after the "
      "other)");
  add_value(app, "--codec", "host|device",
            "Read and write JPEG files by this codec (default: the faster one, as 'lenslet jpeg tune' measured)");
  add_switch(app, "--keep-values", "Do not scale u16 to u8: what is above 255 becomes 255");
  add_missing_options(app);
  add_value(app, "--alpha", "keep|filter|premultiply",
            "Keep the input's alpha, filter it like a colour, or weigh colours by it (default: premultiply where the "
            "op makes means of pixels, else keep)");
}

void add_array_options(CLI::App& app, const OpInfo& op) {
  for (const auto& [name, value] : only_of_images) add_value(app, name, value, "", "");  // hidden: see the refusal
  if (!has_border(op)) return;
  add_border_option(app, "What lies outside a row: ", "", &op);
  add_value(app, "--border-value", "V", "Value of the constant border (default 0)");
}

// Sets the values for each channel, for inputs of these types.
void put_border_values(const std::vector<double>& values, const std::vector<ValueType>& types, OpOptions& filter) try {
  if (!values.empty()) filter.border_value = border_values(values, types.front());
} catch (const Error& error) {
  usage_error(fmt::format("--border-value: {}", error.what()));
}

}  // namespace

void add_run_options(CLI::App& app, const OpInfo& op) {
  op.of_arrays() ? add_array_options(app, op) : add_image_options(app, op);
  add_value(app, "--type", "TYPE[,...]",
            fmt::format("Convert the inputs to this type first, or each to its own: {}",
                        join(op.of_arrays() ? names_of(sample_types) : names_of(taken_types(op)), ", ")));
  add_value(app, "--columns", "NAME[,...]",
            "Take only these columns of a CSV, by name or number from 1, in this order");
  if (op.of_arrays())
    add_switch(app, "--overwrite", "Let a result that is one number replace a file that holds an array");
  add_value(app, "--schedule", "SPELLING", "Compute in this way instead of the one that fits the device");
  add_value(
      app, "--tune", "off|cached|auto",
      "Compute in the device class's usual way, in the fastest that 'lenslet tune' stored, or find that first where "
      "nothing is stored (default cached)");
  if (!op.of_arrays())
    add_value(app, "--specialize", "WHEN",
              "off, cached or always: compile programs for the very values of the parameters never, where they pay, or "
              "first; else general programs run, which serve all values (default cached)");
  if (op.plot)
    add_value(
        app, "--plot", "FILE.svg",
        plots ? "Draw a picture of the result" : "Not in this build (LENSLET_PLOTS=OFF): a picture of the result");
  else
    add_value(app, "--plot", "FILE.svg", "", "");  // hidden: the refusal names the ops that have it
  add_value(app, "--repeats", "N",
            "Run so often again, and say how fast the kernels are beside the device's copy rate");
  if (is_of_user(op))
    add_timeouts(
        app, "End with an error where the kernels of an image take longer, as those that never end do (default 2m)");
  add_switch(app, "--explain", "Say which device and schedule ran, why, and how fast");
  add_value(app, "--dump-kernel", "FILE", "Write the OpenCL C of the first call's kernels ('-': standard output)");
  add_device_option(app, op.of_arrays() ? "" : "; several compute strips of an image: gpu,gpu, all, pocl/2");
  add_bundle_options(app);
  add_file_options(app);
  if (!op.of_arrays()) hide_refused_options(app, op);
}

std::optional<std::string> other_than_strips(const CLI::App& app, const RunOptions& options) {
  if (options.codec == CodecWish::device) return "--codec device";
  for (const char* other : {"--region", "--type", "--repeats", "--jobs", "--max-memory"})
    if (given(app, other)) return other;
  if (is_set(app, "--explain")) return "--explain";
  return {};
}

RunOptions read_run_options(const CLI::App& app, const OpInfo& op) {
  RunOptions options;
  static_cast<FileOptions&>(options) = read_file_options(app);
  options.filter.schedule = given(app, "--schedule").value_or("");
  take(app, "--tune", options.filter.tune,
       [](const auto& what, const auto& text) { return parse_tune(check_choice(what, text, names_of(tune_modes))); });
  options.types = given(app, "--type");
  if (options.types) check_types(op, *options.types);
  if (has_border(op)) read_border(app, op, options);
  if (!op.of_arrays()) read_image_options(app, options);
  take(app, "--columns", options.columns, split_list);
  if (op.of_arrays()) options.overwrite = is_set(app, "--overwrite");
  if (op.of_arrays()) refuse_of_images(app, op);
  read_outputs(app, op, options);
  read_specialize(app, op, options);
  if (is_of_user(op)) options.timeout = read_timeouts(app, launch_timeout).kernels;
  return options;
}

OpOptions filter_options(const RunOptions& options, const std::vector<ValueType>& types,
                         const std::vector<FileNodata>& files) {
  OpOptions filter = options.filter;
  put_border_values(options.border_values, types, filter);
  put_nodata(options.nodata_of_file, files, filter);
  return filter;
}

}  // namespace lenslet::cli

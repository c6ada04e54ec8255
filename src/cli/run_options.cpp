// The options' names, help, values and what excludes what.
#include "run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/op.hpp>
#include <sstream>

#include "choice.hpp"
#include "exit.hpp"
#include "help.hpp"
#include "parameter.hpp"
#include "sync_option.hpp"
#include "text.hpp"
#include "usage.hpp"

namespace lenslet::cli {
namespace {

// An op may have a parameter of that name, as blend's factor.
bool has_own_alpha(const CLI::App& app) {
  return std::ranges::count(find_op(app.get_name()).parameters, "alpha", &Parameter::name) > 0;
}

Alpha parse_alpha(const std::string& text) {
  const std::vector<std::string> known{"keep", "filter"};
  return check_choice("--alpha", text, known) == "keep" ? Alpha::keep : Alpha::filter;
}

std::vector<double> parse_border_values(const std::string& text) {
  std::vector<double> values;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) values.push_back(parse_real("--border-value", word));
  if (values.empty() || values.size() > max_channels)
    usage_error(
        fmt::format("--border-value: '{}' has {} numbers; allowed: 1 to {}", text, values.size(), max_channels));
  return values;
}

void read_filter_options(const CLI::App& app, RunOptions& options) {
  if (const auto text = given(app, "--border")) options.filter.border = parse_border_option(*text);
  if (const auto text = given(app, "--border-value")) options.border_values = parse_border_values(*text);
  if (!options.border_values.empty() && options.filter.border != Border::constant)
    usage_error("--border-value needs --border constant");
  if (const auto text = given(app, "--ddepth")) options.filter.ddepth = parse_type_option("--ddepth", *text);
  if (const auto text = given(app, "--type")) options.type = parse_type_option("--type", *text);
  if (const auto text = given(app, "--alpha"); text && !has_own_alpha(app)) options.filter.alpha = parse_alpha(*text);
  if (const auto text = given(app, "--tune"))
    options.filter.tune = parse_tune(check_choice("--tune", *text, names_of(tune_modes)));
  if (const auto text = given(app, "--schedule")) options.filter.schedule = to_string(parse_schedule(*text));
}

void read_outputs(const CLI::App& app, RunOptions& options) {
  options.json = is_set(app, "--json");
  options.explain = is_set(app, "--explain");
  options.quiet = is_set(app, "--quiet");
  options.verbose = is_set(app, "--verbose");
  options.out_dir = given(app, "--out-dir").value_or("");
  options.dump_kernel = given(app, "--dump-kernel").value_or("");
  if (options.dump_kernel == "-" && (options.json || options.explain))
    usage_error(fmt::format("--dump-kernel - and {} would mix on standard output; give a file",
                            options.json ? "--json" : "--explain"));
  if (options.quiet && options.verbose) usage_error("--quiet and --verbose exclude each other");
}

}  // namespace

void add_run_options(CLI::App& app) {
  add_value(app, "--border", "NAME",
            fmt::format("What lies outside the image: {} (default {})", join(names_of(borders), ", "),
                        name_of(FilterOptions{}.border)));
  add_value(app, "--border-value", "V[,V...]", "Value of the constant border, for all channels or each (default 0)");
  add_value(app, "--ddepth", "TYPE",
            fmt::format("Type of the result: {} (default: the input's)", join(names_of(pixel_types), ", ")));
  add_value(app, "--type", "TYPE", "Convert the input to this type first; its values are not rescaled");
  if (!has_own_alpha(app))
    add_value(app, "--alpha", "keep|filter", "Keep the input's alpha, or filter it like a colour (default keep)");
  add_value(app, "--device", "SEL", "Device by index, or by parts of its platform, kind and name: pocl, nvidia:gpu");
  add_value(app, "--schedule", "SPELLING", "Compute in this way instead of the one that fits the device");
  add_value(
      app, "--tune", "off|cached|auto",
      "Compute in the device class's usual way, in the fastest that 'lenslet tune' stored, or find that first where "
      "nothing is stored (default cached)");
  add_value(app, "--out-dir", "DIR", "Write each input's result under its own file name into this folder");
  add_value(app, "--quality", "N", "Quality of JPEG and WebP files (1 to 100; default 90)");
  add_sync_option(app);
  add_input_limits(app);
  add_switch(app, "--no-cache", "Neither use nor keep compiled programs on disk");
  add_switch(app, "--explain", "Say which device and schedule ran, why, and how fast");
  add_switch(app, "--json", "Print what ran as JSON");
  add_value(app, "--dump-kernel", "FILE", "Write the OpenCL C of the first image's kernel ('-': standard output)");
  add_switch(app, "--verbose",
             "Name each file on standard error when it is done, and show what drivers and codecs write there");
  add_switch(app, "--quiet", "No progress bar, notes or warnings");
}

RunOptions read_run_options(const CLI::App& app) {
  RunOptions options;
  read_filter_options(app, options);
  read_outputs(app, options);
  options.session.device = given(app, "--device").value_or("");
  options.session.cache = !is_set(app, "--no-cache");
  options.limits = read_input_limits(app);
  options.write.sync = read_sync_option(app);
  if (const auto text = given(app, "--quality"))
    options.write.quality = static_cast<int>(parse_integer("--quality", *text, 1, 100));
  return options;
}

FilterOptions filter_options(const RunOptions& options, PixelFormat format) {
  FilterOptions filter = options.filter;
  const auto& values = options.border_values;
  const auto channels = static_cast<std::size_t>(format.channels);
  if (values.size() == 1) {
    filter.border_value.fill(values.front());
  } else if (!values.empty()) {
    if (values.size() != channels && !(format.alpha && values.size() == channels - 1))
      usage_error(fmt::format("--border-value: {} numbers for an image of {} channel{}; allowed: 1{}", values.size(),
                              channels, channels == 1 ? "" : "s",
                              channels == 1 ? "" : fmt::format(" or {}", channels)));
    std::copy(values.begin(), values.end(), filter.border_value.begin());
  }
  return filter;
}

}  // namespace lenslet::cli

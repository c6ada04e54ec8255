// The options' names, help, values and what excludes what.
#include "run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/op.hpp>
#include <sstream>

#include "choice.hpp"
#include "exit.hpp"
#include "help.hpp"
#include "outputs.hpp"
#include "parameter.hpp"
#include "plot/svg.hpp"
#include "shared_options.hpp"
#include "text.hpp"
#include "usage.hpp"

namespace lenslet::cli {
namespace {

// An op may have a parameter of that name, as blend's factor.
bool has_own_alpha(const OpInfo& op) {
  return std::ranges::count(op.parameters, "alpha", &Parameter::name) > 0;
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

void read_image_options(const CLI::App& app, const OpInfo& op, RunOptions& options) {
  if (const auto text = given(app, "--border")) options.filter.border = parse_border_option(*text);
  if (const auto text = given(app, "--border-value")) options.border_values = parse_border_values(*text);
  if (!options.border_values.empty() && options.filter.border != Border::constant)
    usage_error("--border-value needs --border constant");
  if (const auto text = given(app, "--ddepth")) options.filter.ddepth = parse_type_option("--ddepth", *text);
  options.keep_values = is_set(app, "--keep-values");
  if (const auto text = given(app, "--alpha"); text && !has_own_alpha(op)) options.filter.alpha = parse_alpha(*text);
  if (const auto text = given(app, "--type"))
    for (const std::string& word : split_list("--type", *text)) parse_type_option("--type", word);
}

void read_outputs(const CLI::App& app, const OpInfo& op, RunOptions& options) {
  options.verbosity = read_verbosity(app);
  options.explain = is_set(app, "--explain");
  options.out_dir = given(app, "--out-dir").value_or("");
  options.format = read_format_option(app);
  options.dump_kernel = given(app, "--dump-kernel").value_or("");
  if (options.dump_kernel == "-" && (options.verbosity.json || options.explain))
    usage_error(fmt::format("--dump-kernel - and {} would mix on standard output; give a file",
                            options.verbosity.json ? "--json" : "--explain"));
  options.plot = given(app, "--plot");
  if (options.plot) check_plot(op, *options.plot);
  if (options.plot && !options.out_dir.empty()) usage_error("--plot is for one result, not for those of --out-dir");
  options.repeats = parse_integer("--repeats", given(app, "--repeats").value_or("0"), 0, 1'000'000);
}

void add_image_options(CLI::App& app, const OpInfo& op) {
  add_value(app, "--border", "NAME",
            fmt::format("What lies outside the image: {} (default {})", join(names_of(borders), ", "),
                        name_of(FilterOptions{}.border)));
  add_value(app, "--border-value", "V[,V...]", "Value of the constant border, for all channels or each (default 0)");
  add_value(app, "--ddepth", "TYPE",
            fmt::format("Type of the result: {} (default: the input's); u16 is scaled to u8",
                        join(names_of(pixel_types), ", ")));
  add_switch(app, "--keep-values", "Do not scale u16 to u8: what is above 255 becomes 255");
  if (!has_own_alpha(op))
    add_value(app, "--alpha", "keep|filter", "Keep the input's alpha, or filter it like a colour (default keep)");
}

}  // namespace

void add_run_options(CLI::App& app, const OpInfo& op) {
  if (!op.of_arrays()) add_image_options(app, op);
  add_value(app, "--type", "TYPE[,...]",
            fmt::format("Convert the inputs to this type first, or each to its own: {}",
                        op.of_arrays() ? join(names_of(element_types), ", ") : join(names_of(pixel_types), ", ")));
  add_value(app, "--columns", "NAME[,...]",
            "Take only these columns of a CSV, by name or number from 1, in this order");
  if (op.of_arrays())
    add_switch(app, "--overwrite", "Let a result that is one number replace a file that holds an array");
  add_session_options(app);
  add_value(app, "--schedule", "SPELLING", "Compute in this way instead of the one that fits the device");
  add_value(
      app, "--tune", "off|cached|auto",
      "Compute in the device class's usual way, in the fastest that 'lenslet tune' stored, or find that first where "
      "nothing is stored (default cached)");
  add_folder_options(app);
  add_write_options(app);
  add_input_limits(app);
  if (op.plot)
    add_value(app, "--plot", "FILE.svg",
              plot::has_svg() ? "Draw a picture of the result"
                              : "Not in this build (LENSLET_PLOTS=OFF): a picture of the result");
  else
    add_value(app, "--plot", "FILE.svg", "", "");  // hidden: the refusal names the ops that have it
  add_value(app, "--repeats", "N",
            "Run so often again, and say how fast the kernels are beside the device's copy rate");
  add_switch(app, "--explain", "Say which device and schedule ran, why, and how fast");
  add_value(app, "--dump-kernel", "FILE", "Write the OpenCL C of the first call's kernels ('-': standard output)");
  add_verbosity(app);
}

RunOptions read_run_options(const CLI::App& app, const OpInfo& op) {
  RunOptions options;
  options.filter.schedule = given(app, "--schedule").value_or("");
  if (const auto text = given(app, "--tune"))
    options.filter.tune = parse_tune(check_choice("--tune", *text, names_of(tune_modes)));
  options.types = given(app, "--type");
  if (!op.of_arrays()) read_image_options(app, op, options);
  if (const auto text = given(app, "--columns")) options.columns = split_list("--columns", *text);
  if (op.of_arrays()) options.overwrite = is_set(app, "--overwrite");
  read_outputs(app, op, options);
  options.session = read_session_options(app);
  options.limits = read_input_limits(app);
  options.write = read_write_options(app);
  return options;
}

FilterOptions filter_options(const RunOptions& options, const std::vector<ValueType>& types) {
  FilterOptions filter = options.filter;
  const auto& values = options.border_values;
  if (values.empty()) return filter;
  const PixelFormat format = std::get<ImageType>(types.front()).format;
  const auto channels = static_cast<std::size_t>(format.channels);
  if (values.size() == 1) {
    filter.border_value.fill(values.front());
    return filter;
  }
  if (values.size() != channels && !(format.alpha && values.size() == channels - 1))
    usage_error(fmt::format("--border-value: {} numbers for an image of {} channel{}; allowed: 1{}", values.size(),
                            channels, channels == 1 ? "" : "s", channels == 1 ? "" : fmt::format(" or {}", channels)));
  std::ranges::copy(values, filter.border_value.begin());
  return filter;
}

}  // namespace lenslet::cli

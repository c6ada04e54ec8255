// The options' names, help, values and what excludes what.
#include "tool/commands/pyramid_options.hpp"

#include <fmt/format.h>

#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/values.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr Storage storages[] = {Storage::buffer, Storage::image_buffer, Storage::image, Storage::image_array};
constexpr std::int64_t most_octaves = 31;
constexpr std::int64_t most_levels = 256;

double parse_sigma(const std::string& option, const std::string& text, bool zero) {
  const double sigma = parse_real(option, text);
  if (sigma < 0 || (sigma == 0 && !zero))
    usage_error(fmt::format("{}: {} is out of range; allowed: {}", option, text, zero ? "0 and more" : "more than 0"));
  return sigma;
}

Storage parse_storage(const std::string& what, const std::string& text) {
  const std::vector<std::string> names = names_of(storages);
  const std::string& name = check_choice(what, text, names);
  return storages[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())];
}

// A list of sigmas says how many levels there are, too.
void read_sigmas(const CLI::App& app, PyramidOptions& pyramid) {
  const auto sigma = given(app, "--sigma"), list = given(app, "--sigmas"), levels = given(app, "--levels");
  if (sigma && list) usage_error("--sigma and --sigmas exclude each other");
  take(app, "--levels", pyramid.levels, 1, most_levels);
  if (sigma) pyramid.sigmas = sigma_ladder(parse_sigma("--sigma", *sigma, false), pyramid.levels);
  if (!list) return;
  for (const std::string& word : split_list("--sigmas", *list))
    pyramid.sigmas.push_back(parse_sigma("--sigmas", word, true));
  if (!levels) pyramid.levels = static_cast<int>(pyramid.sigmas.size());
  if (pyramid.sigmas.size() != static_cast<std::size_t>(pyramid.levels))
    usage_error(fmt::format("--sigmas: {} numbers for {} levels; allowed: one for each", pyramid.sigmas.size(),
                            pyramid.levels));
}

}  // namespace

void add_pyramid_options(CLI::App& app) {
  add_value(app, "--octaves", "N", "Octaves, each half as wide and high as the one before (default 4)");
  add_value(app, "--levels", "N", "Levels of each octave (1 to 256; default 4)");
  add_value(app, "--sigma", "S", "Blur level L of N by S * 2^(L/N) pixels of its octave; without it, levels are equal");
  add_value(app, "--sigmas", "S,...", "Blur each level by its own sigma; 0 leaves it as it is");
  add_border_option(app, "What lies outside the image: ");
  add_value(app, "--type", "TYPE", "Convert the input to this type first; its values are not rescaled");
  add_value(app, "--storage", "NAME",
            fmt::format("Where the pyramid lies on the device: {} (default {})", join(names_of(storages), ", "),
                        name_of(PyramidOptions{}.storage)));
  add_value(app, "--points", "FILE",
            "Print the pixels at these points: a line is OCTAVE,LEVEL,X,Y, with fractions of X and Y between pixels");
  add_device_option(app);
  add_file_options(app);
}

PyramidCommand read_pyramid_options(const CLI::App& app) {
  PyramidCommand command;
  static_cast<FileOptions&>(command) = read_file_options(app);
  take(app, "--octaves", command.pyramid.octaves, 1, most_octaves);
  read_sigmas(app, command.pyramid);
  take(app, "--border", command.pyramid.border, parse_border_option);
  take(app, "--type", command.type, parse_type_option);
  take(app, "--storage", command.pyramid.storage, parse_storage);
  command.points = given(app, "--points").value_or("");
  if (command.out_dir.empty() && command.points.empty()) usage_error("give --out-dir DIR, --points FILE or both");
  return command;
}

}  // namespace lenslet::cli

// A mean of pixels whose surroundings are alike, which takes noise away.
#include <numbers>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/nlm/nlm.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr double share_of_white = 0.04;  // the strength, where none is given
constexpr double min_strength = 1e-6;

constexpr char details[] =
    "Non-local means (Buades, Coll, Morel 2005): each pixel becomes the mean of those in a square of `search` pixels "
    "round it, weighted by exp(-m / strength^2), where m is the mean over a square of `patch` pixels and all channels "
    "of the squared difference between what lies round the one and round the other. As OpenCV's fastNlMeansDenoising "
    "with h (the strength), templateWindowSize and searchWindowSize, which rounds m of integers and leaves out weights "
    "below 0.001, and as scikit-image's denoise_nl_means with fast_mode, whose patch_distance is the half of `search` "
    "and which leaves out weights below exp(-5); its `sigma` is 0 here. Nothing is left out here. OpenCV's "
    "fastNlMeansDenoisingColored works on L and on ab of Lab apart. All channels of a pixel have one weight. The "
    "strength is about the noise's standard deviation; without one it is white / 25: 10.2 (u8), 2621.4 (u16) or 0.04 "
    "(f16, f32). Where the image has alpha, colours are weighted by it: the difference is that of the weighted colours "
    "and of alpha, so that what is transparent has no colour. With alpha kept, it takes no part; filtered, it is a "
    "channel like the others. Where what a pixel sees, a square of `search` + `patch` - 1 pixels, holds NaN or an "
    "infinity in a channel, the result is NaN in all channels but the alpha that is kept.";

std::vector<Parameter> parameters() {
  return {{.name = "strength",
           .summary = "Difference that weighs exp(-1), in units of the samples; 0: white / 25.",
           .kind = ParameterKind::real,
           .initial = 0.0,
           .minimum = 0,
           .maximum = 1e9},
          integer_parameter("patch", "Side of the squares that are compared; odd.", 7, 1, 31, "pixels"),
          integer_parameter("search", "Side of the square whose pixels are averaged; odd.", 21, 1, 101, "pixels")};
}

double strength_of(const op::Instance& problem) {
  const double given = problem.arguments.real("strength");
  if (given == 0) return share_of_white * max_value(problem.inputs.image(0).format.type);
  if (given >= min_strength) return given;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("nlm: strength {}; allowed: 0, or {} and more", given, min_strength));
}

int radius_of_side(const op::Instance& problem, const char* name) {
  const int side = problem.arguments.integer(name);
  if (side % 2 == 1) return side / 2;
  throw Error(ErrorKind::invalid_argument, fmt::format("nlm: {} {}; allowed: odd numbers", name, side));
}

// The function's arguments, see nlm.cl. It has no table.
ColourWindow windows_of(const op::Instance& problem) {
  const NonLocalMeans nlm = non_local_means_of(problem);
  ColourWindow window{.file = "nlm.cl", .radius = nlm.patch + nlm.search, .table = {0}, .items = 16};
  window.numbers = {static_cast<float>(-nlm.by / std::numbers::ln2)};
  window.macros = {{"PATCH", std::to_string(2 * nlm.patch + 1)}, {"SEARCH", std::to_string(2 * nlm.search + 1)}};
  return window;
}

// Small windows: the truth takes as long as their product says.
std::vector<ArgumentMap> proved_arguments(SampleType type) {
  const double h = type == SampleType::u16 ? 15000 : 60;
  const auto sides = [](std::int64_t patch, std::int64_t search) {
    return ArgumentMap{{"patch", patch}, {"search", search}};
  };
  const auto with_strength = [](ArgumentMap arguments, double number) {
    arguments["strength"] = number;
    return arguments;
  };
  return {with_strength(sides(3, 5), h), with_strength(sides(5, 7), 2 * h), with_strength(sides(1, 5), h), sides(3, 3),
          with_strength(sides(3, 1), h), with_strength(sides(1, 21), h / 4)};
}

}  // namespace

NonLocalMeans non_local_means_of(const op::Instance& problem) {
  const double h = strength_of(problem);
  NonLocalMeans nlm{radius_of_side(problem, "patch"), radius_of_side(problem, "search"), 0};
  const int side = 2 * nlm.patch + 1;
  nlm.by = 1 / (h * h * side * side * channels_seen(problem));
  return nlm;
}

op::Op nlm() {
  return colour_window_op(
      {.info = {.name = "nlm",
                .summary = "A mean of pixels whose surroundings are alike, which takes noise away.",
                .details = details,
                .parameters = parameters(),
                .outputs = {"out"},
                .synonyms = {"nonlocalmeans", "fastnlmeansdenoising", "denoisenlmeans", "nlmeans", "imnlmfilt"},
                .nearest_to = {"fastnlmeansdenoisingcolored", "bm3d", "denoise"}},
       .window = windows_of,
       .weights = nlm_weights,
       .samples = proved_arguments});
}

}  // namespace lenslet::ops

// What proves ops of regions: sets of pixels, and images that are hard to label.
#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "op/image_truth.hpp"
#include "ops/connected/volume.hpp"

namespace lenslet::ops {
namespace {

// Whether a square spiral of lines one pixel wide, with gaps one pixel wide, covers a pixel.
bool on_spiral(std::int64_t x, std::int64_t y, Size size) {
  const std::int64_t ring = std::min(std::min(x, y), std::min(size.width - 1 - x, size.height - 1 - y));
  const bool is_gate = x == ring && y == ring + 1;  // where a ring of the spiral is open, or leads to the next
  return (ring % 2 == 0) != is_gate;
}

double painted(std::string_view what, std::int64_t x, std::int64_t y, Size size, std::mt19937& random) {
  if (what == "empty") return 0;
  if (what == "full") return 1;
  if (what == "one pixel") return x == size.width / 2 && y == size.height / 2 ? 1 : 0;
  if (what == "spiral") return on_spiral(x, y, size) ? 1 : 0;
  if (what == "checkerboard") return (x + y) % 2 == 0 ? 1 : 0;
  if (what == "comb") return x % 2 == 0 || y == size.height - 1 ? 1 : 0;
  const auto percent = what == "sparse" ? 8U : what == "dense" ? 90U : 55U;
  return random() % 100 < percent ? 1 : 0;
}

Image painted_image(std::string_view what, const ImageType& type, std::uint32_t seed) {
  Image image(type.size, type.format);
  std::mt19937 random(seed);
  for (std::int64_t y = 0; y < type.size.height; ++y)
    for (std::int64_t x = 0; x < type.size.width; ++x) {
      const double sign = min_value(type.format.type) < 0 && random() % 2 == 0 ? -1 : 1;
      const double value = 1 + static_cast<double>(random() % 100);
      image.set(x, y, 0, painted(what, x, y, type.size, random) * value * sign);  // floats have -0, too
    }
  return image;
}

}  // namespace

IsSet set_pixels(const Image& image) {
  IsSet set;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x) set.push_back(image.at(x, y, 0) != 0);
  return set;
}

std::optional<std::string> wrong_set(const Image& got, const IsSet& truth) {
  return op::first_outside(got, [&](std::int64_t x, std::int64_t y, int) -> op::Range {
    const double value = truth[static_cast<std::size_t>(y * got.width() + x)] ? 255 : 0;
    return {value, value};
  });
}

IsSet seeded(const IsSet& set, const IsSet& seeds, Size size, int neighbours) {
  const std::vector<std::int32_t> labels = labels_of(set, size, Neighbourhood{neighbours, 1, size.height});
  std::vector<bool> holds(labels.size() + 1);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (seeds[i]) holds[static_cast<std::size_t>(labels[i])] = true;
  IsSet found(set.size());
  for (std::size_t i = 0; i < labels.size(); ++i) found[i] = set[i] && holds[static_cast<std::size_t>(labels[i])];
  return found;
}

std::vector<op::ArgumentMap> by_neighbours() {
  return {{{"neighbours", std::string("4")}}, {{"neighbours", std::string("8")}}};
}

std::vector<op::Case> region_cases(const std::string& op, const std::vector<SampleType>& types,
                                   const std::vector<op::ArgumentMap>& arguments, int effort) {
  constexpr const char* pictures[] = {"noise",  "spiral", "checkerboard", "empty", "full",
                                      "sparse", "dense",  "one pixel",    "comb"};
  constexpr Size sizes[] = {{97, 71}, {129, 65}, {1, 1}, {33, 130}, {1, 257}, {301, 7}, {64, 64}};
  const std::size_t count = effort > 1 ? std::size(pictures) * std::size(sizes) : effort == 1 ? 18 : 9;
  std::vector<op::Case> cases;
  for (std::size_t i = 0; i < count; ++i) {
    const char* what = pictures[i % std::size(pictures)];
    const ImageType type{{types[(effort == 0 ? i / 4 * 7 : i / 2) % types.size()], 1}, sizes[i % std::size(sizes)]};
    cases.push_back({{op, arguments[i / 2 % arguments.size()]},
                     {painted_image(what, type, static_cast<std::uint32_t>(i))},
                     fmt::format("{}, {}", to_string(type), what)});
  }
  return cases;
}

}  // namespace lenslet::ops

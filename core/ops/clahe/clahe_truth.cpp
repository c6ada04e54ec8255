// Computes what clahe must make, and makes images to prove it.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lenslet/border.hpp>

#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/clahe/clahe.hpp"

namespace lenslet::ops {
namespace {

constexpr double rounding = 6e-7;  // of the sums of f32 and of places, as a share of the greatest level

std::size_t level_of(double sample, const Image& image, const ClaheTiles& tiles) {
  if (is_integer(image.format().type)) return static_cast<std::size_t>(sample);
  const float cut = static_cast<float>(std::clamp(sample, 0.0, 1.0));
  return static_cast<std::size_t>(std::nearbyint(cut * static_cast<float>(tiles.levels - 1)));
}

// What is cut off is given to all levels, as is what counts at none.
void limit_counts(std::vector<std::uint32_t>& counts, std::uint32_t limit, std::uint64_t uncounted) {
  std::uint64_t shared = uncounted;
  for (std::uint32_t& count : counts) {
    shared += count - std::min(count, limit);
    count = std::min(count, limit);
  }
  const std::size_t rest = shared % counts.size();
  for (std::uint32_t& count : counts) count += static_cast<std::uint32_t>(shared / counts.size());
  const std::size_t step = rest > 0 ? counts.size() / rest : 1;
  for (std::size_t i = 0; i < rest; ++i) ++counts[i * step];
}

class Reference {
 public:
  Reference(const op::Instance& problem, const Image& image)
      : image_(image), tiles_(clahe_tiles(problem.arguments, problem.inputs.image(0))), seen_(clahe_channels(problem)) {
    for (int c = 0; c < seen_; ++c)
      for (std::int64_t y = 0; y < tiles_.tiles.height; ++y)
        for (std::int64_t x = 0; x < tiles_.tiles.width; ++x) tables_.push_back(table_of(x, y, c));
  }

  op::Range at(std::int64_t x, std::int64_t y, int channel) const {
    const double sample = image_.at(x, y, channel);
    if (channel >= seen_ || std::isnan(sample)) return {sample, sample};
    const std::size_t level = level_of(sample, image_, tiles_);
    const Place across = place_of(x, tiles_.size.width, tiles_.tiles.width);
    const Place down = place_of(y, tiles_.size.height, tiles_.tiles.height);
    const auto mean = [&](std::int64_t row) {
      return looked_up(across.before, row, channel, level) * (1 - across.part) +
             looked_up(across.after, row, channel, level) * across.part;
    };
    const double value = mean(down.before) * (1 - down.part) + mean(down.after) * down.part;
    const double white = static_cast<double>(tiles_.levels - 1), off = rounding * white * places_per_unit();
    if (is_integer(image_.format().type)) return {value - off, value + off};
    return {std::nearbyint(std::max(value - off, 0.0)) / white * (1 - rounding),
            std::nearbyint(value + off) / white * (1 + rounding)};
  }

 private:
  // Two tiles in a direction, and how near the second is.
  struct Place {
    std::int64_t before, after;
    double part;
  };

  // Places are counted in tiles as f32, which rounds the more the more there are.
  double places_per_unit() const { return static_cast<double>(std::max(tiles_.tiles.width, tiles_.tiles.height)); }

  static Place place_of(std::int64_t pixel, std::int64_t size, std::int64_t tiles) {
    const float place = static_cast<float>(pixel) * (1.0F / static_cast<float>(size)) - 0.5F;
    const auto before = static_cast<std::int64_t>(std::floor(place));
    return {std::max<std::int64_t>(before, 0), std::min(before + 1, tiles - 1),
            static_cast<double>(place) - static_cast<double>(before)};
  }

  std::vector<double> table_of(std::int64_t tile_x, std::int64_t tile_y, int channel) const {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(tiles_.levels));
    std::uint64_t uncounted = 0;
    for (std::int64_t y = 0; y < tiles_.size.height; ++y)
      for (std::int64_t x = 0; x < tiles_.size.width; ++x) {
        const std::int64_t from_x = border_index(tile_x * tiles_.size.width + x, image_.width(), Border::reflect101);
        const std::int64_t from_y = border_index(tile_y * tiles_.size.height + y, image_.height(), Border::reflect101);
        const double sample = image_.at(from_x, from_y, channel);
        if (std::isnan(sample))
          ++uncounted;
        else
          ++counts[level_of(sample, image_, tiles_)];
      }
    limit_counts(counts, tiles_.limit, uncounted);
    std::vector<double> table;
    std::uint64_t sum = 0;
    for (const std::uint32_t count : counts) {
      sum += count;
      const double level = std::nearbyint(static_cast<float>(sum) * tiles_.scale);
      table.push_back(std::min(level, static_cast<double>(tiles_.levels - 1)));
    }
    return table;
  }

  double looked_up(std::int64_t x, std::int64_t y, int channel, std::size_t level) const {
    const std::int64_t tile = (channel * tiles_.tiles.height + y) * tiles_.tiles.width + x;
    return tables_[static_cast<std::size_t>(tile)][level];
  }

  const Image& image_;
  ClaheTiles tiles_;
  int seen_;
  std::vector<std::vector<double>> tables_;
};

// NaN in a corner, which may be all of a tile, and here and there.
void put_nan(Image& image) {
  const Size size = image.size();
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      if ((4 * x < size.width && 4 * y < size.height) || (x + 5 * y) % 37 == 1)
        image.set(x, y, 0, std::numeric_limits<double>::quiet_NaN());
}

struct ClaheShape {
  Size size, tiles;
  double clip;
};

}  // namespace

std::optional<std::string> clahe_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out) {
  const Reference reference(problem, in.image(0));
  return op::first_outside(out.image(0), [&](auto x, auto y, int c) { return reference.at(x, y, c); });
}

std::vector<op::Case> clahe_cases(int effort) {
  constexpr ClaheShape shapes[] = {
      {{64, 40}, {8, 8}, 2}, {{37, 23}, {3, 2}, 40}, {{1, 1}, {2, 2}, 1}, {{301, 41}, {4, 1}, 0}, {{5, 90}, {8, 3}, 3}};
  constexpr PixelFormat layouts[] = {{{}, 1}, {{}, 3}, {{}, 4, true}, {{}, 2, true}};
  std::vector<op::Case> cases;
  for (std::size_t number = 0; number < (effort == 0 ? 8U : effort == 1 ? 12U : 40U); ++number) {
    const ClaheShape& shape = shapes[number % std::size(shapes)];
    PixelFormat format = layouts[number % std::size(layouts)];
    format.type = filter_types[(number / 2) % std::size(filter_types)];
    const ImageType type{format, shape.size};
    const array::Fill fill = number % 3 == 1 ? array::Fill::small : array::Fill::random;
    Image image = std::get<Image>(op::random_value(type, fill, static_cast<std::uint32_t>(number)));
    const bool has_nan = !is_integer(format.type) && number % 2 == 0;
    if (has_nan) put_nan(image);
    cases.push_back({{"clahe", {{"tiles", shape.tiles}, {"clip", shape.clip}}},
                     {std::move(image)},
                     fmt::format("{}, {} x {} tiles, clip {}{}", to_string(type), shape.tiles.width, shape.tiles.height,
                                 shape.clip, has_nan ? ", with NaN" : "")});
  }
  return cases;
}

}  // namespace lenslet::ops

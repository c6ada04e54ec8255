// Makes pixels by formulas, the same on every machine.
#include "stencil/samples.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace lenslet::stencil {
namespace {

constexpr Size max_tile{300, 40};  // the largest tile that is tried with one pixel more

double random_value(std::mt19937& random, SampleType type) {
  if (is_integer(type)) {
    const auto most = static_cast<int>(max_value(type));
    const int roll = std::uniform_int_distribution<int>(-most / 8, most + most / 8)(random);
    return std::min(std::max(roll, 0), most);  // the extremes get a larger share
  }
  const double magnitude = std::uniform_real_distribution<double>(-6, 2)(random);
  return std::uniform_real_distribution<double>(-1, 1)(random) * std::exp2(magnitude);
}

}  // namespace

Image noise(Size size, PixelFormat format) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> values(0, max_value(format.type));
  std::vector<double> line(4096);
  for (double& value : line) value = values(random);
  Image image(size, format);
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t i = 0; i < image.width() * format.channels; ++i)
      store_sample(image.row(y) + static_cast<std::size_t>(i) * size_of(format.type), format.type,
                   line[static_cast<std::size_t>(i * 7 + y * 1021) % line.size()]);
  return image;
}

Image random_image(Size size, PixelFormat format, std::uint32_t seed) {
  std::mt19937 random(seed);
  Image image(size, format);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < format.channels; ++c) image.set(x, y, c, random_value(random, format.type));
  return image;
}

Size pixels_of_group(const Schedule& s, int channels) {
  return {std::int64_t{s.vector} * s.items_x * std::max(s.group_width, 1) / channels,
          std::int64_t{s.items_y} * std::max(s.group_height, 1)};
}

std::vector<Size> small_sizes(const Schedule& schedule, int channels) {
  const Size tile = pixels_of_group(schedule, channels);
  return {
      {1, 1}, {5, 3}, {37, 23}, {std::min(tile.width, max_tile.width) + 1, std::min(tile.height, max_tile.height) + 1}};
}

}  // namespace lenslet::stencil

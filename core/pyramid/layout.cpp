// Makes the look-up table: the sizes of octaves, and where their levels lie.
#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/pyramid.hpp>

#include "rounding.hpp"

namespace lenslet {
namespace {

constexpr int max_levels = 256;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check_shape(Size base, int octaves, int levels) {
  if (base.width < 1 || base.height < 1)
    refuse(fmt::format("a pyramid of an image of {} x {} pixels, which is empty", base.width, base.height));
  const auto most = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::min(base.width, base.height))));
  if (octaves < 1 || octaves > most)
    refuse(fmt::format("{} octaves of {} x {} pixels; allowed: 1 to {}, below which no pixel is left", octaves,
                       base.width, base.height, most));
  if (levels < 1 || levels > max_levels)
    refuse(fmt::format("{} levels in an octave; allowed: 1 to {}", levels, max_levels));
}

}  // namespace

std::vector<double> sigma_ladder(double sigma, int levels) {
  if (!(sigma > 0 && std::isfinite(sigma))) refuse(fmt::format("a sigma of {}; allowed: more than 0", sigma));
  std::vector<double> sigmas;
  for (int level = 0; level < levels; ++level) sigmas.push_back(sigma * std::exp2(static_cast<double>(level) / levels));
  return sigmas;
}

PyramidLayout pyramid_layout(Size base, int channels, int octaves, int levels, std::int64_t row_step) {
  check_shape(base, octaves, levels);
  PyramidLayout layout{octaves, levels, {}, 0, 0};
  for (int octave = 0; octave < octaves; ++octave) {
    const Size size{base.width >> octave, base.height >> octave};
    const std::int64_t stride = round_up(size.width * channels, row_step);
    for (int level = 0; level < levels; ++level) {
      layout.places.push_back({layout.samples, stride, size});
      layout.samples += stride * size.height;
      layout.pixels += size.width * size.height;
    }
  }
  return layout;
}

}  // namespace lenslet

// Compares rows as bytes. Only rows that differ are compared sample by sample.
#include "stencil/suspects.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace lenslet::stencil {
namespace {

constexpr std::int64_t stretch = 4096;

// Visits all stretches of samples of one row: from `first` to before `last`.
template <class Visit>
void for_each_stretch(Size size, int channels, Visit visit) {
  const std::int64_t samples = size.width * channels;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t first = 0; first < samples; first += stretch) visit(y, first, std::min(first + stretch, samples));
}

const std::byte* sample(const ImageView& image, std::int64_t y, std::int64_t i) {
  return image.row(y) + i * static_cast<std::int64_t>(size_of(image.format().type));
}

// How far a lies from b. A NaN beside a number is the greatest distance.
double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double difference = std::abs(a - b);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

std::int64_t worst(const ImageView& got, const ImageView& proven, std::int64_t y, std::int64_t first,
                   std::int64_t last) {
  const SampleType type = got.format().type;
  std::int64_t place = first;
  double most = -1;
  for (std::int64_t i = first; i < last; ++i) {
    const double d = distance(load_sample(sample(got, y, i), type), load_sample(sample(proven, y, i), type));
    if (d > most) {
      most = d;
      place = i;
    }
  }
  return place;
}

Position position(std::int64_t y, std::int64_t i, int channels) {
  return {i / channels, y, static_cast<int>(i % channels)};
}

}  // namespace

std::vector<Position> suspects(const std::vector<ImageView>& got, const std::vector<ImageView>& proven) {
  std::vector<Position> result;
  const int channels = got.front().format().channels;
  const std::size_t bytes = size_of(got.front().format().type);
  for (std::size_t k = 0; k < got.size(); ++k)
    for_each_stretch(got[k].size(), channels, [&](std::int64_t y, std::int64_t first, std::int64_t last) {
      const auto length = static_cast<std::size_t>(last - first) * bytes;
      if (std::memcmp(sample(got[k], y, first), sample(proven[k], y, first), length) == 0) return;
      result.push_back(position(y, worst(got[k], proven[k], y, first, last), channels));
    });
  return result;
}

std::vector<Position> spread(Size size, int channels) {
  std::vector<Position> result{{0, 0, 0}, {size.width - 1, size.height - 1, channels - 1}};
  for_each_stretch(size, channels, [&](std::int64_t y, std::int64_t first, std::int64_t last) {
    result.push_back(position(y, first + y * 7919 % (last - first), channels));  // a prime: no column twice in a row
  });
  return result;
}

}  // namespace lenslet::stencil

// Counts the levels of an image's part on the host: of an image that comes in parts, the host has each row anyway.
#include <algorithm>
#include <array>

#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {
namespace {

// Two sets of counters take turns: neighbours are often alike, and a counter that was just stored takes long to load.
template <class Level>
void count_row(const Level* row, std::int64_t pixels, int channels, std::span<std::uint64_t> even,
               std::span<std::uint64_t> odd) {
  const auto levels = even.size() / static_cast<std::size_t>(channels);
  for (int channel = 0; channel < channels; ++channel) {
    const std::size_t first = static_cast<std::size_t>(channel) * levels;
    const Level* from = row + channel;
    std::int64_t x = 0;
    for (; x + 1 < pixels; x += 2, from += 2 * channels) {
      ++even[first + from[0]];
      ++odd[first + from[channels]];
    }
    if (x < pixels) ++even[first + from[0]];
  }
}

template <class Level>
void count_rows(const ImageView& part, std::span<std::uint64_t> counts) {
  std::vector<std::uint64_t> odd(counts.size());
  for (std::int64_t y = 0; y < part.height(); ++y)
    count_row(reinterpret_cast<const Level*>(part.row(y)), part.width(), part.format().channels, counts, odd);
  std::ranges::transform(counts, odd, counts.begin(), std::plus());
}

}  // namespace

void count_levels(const ImageView& part, std::span<std::uint64_t> counts) {
  size_of(part.format().type) == 1 ? count_rows<std::uint8_t>(part, counts) : count_rows<std::uint16_t>(part, counts);
}

}  // namespace lenslet::ops

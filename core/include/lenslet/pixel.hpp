// What one pixel is: the type of its samples, the number of channels, and whether the last channel is alpha.
#pragma once

#include <cstddef>

#include <lenslet/sample.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

inline constexpr int max_channels = 4;

struct PixelFormat {
  SampleType type = SampleType::u8;
  int channels = 1;    // 1 to 4, interleaved
  bool alpha = false;  // the last of 2 or 4 channels is opacity, not colour

  std::size_t bytes() const { return size_of(type) * static_cast<std::size_t>(channels); }  // bytes of one pixel
  bool operator==(const PixelFormat&) const = default;
};

// Throws invalid_argument unless there are 1 to 4 channels. An image with alpha must have 2 or 4.
void check(const PixelFormat& format);

}  // namespace lenslet
#pragma GCC visibility pop

// For tests of images on devices: an image without symmetry, and whether two are the same.
#pragma once

#include <algorithm>

#include <lenslet/image.hpp>
#include <lenslet/schedule.hpp>

namespace lenslet {

inline constexpr Storage storages[] = {Storage::buffer, Storage::image_buffer, Storage::image, Storage::image_array};

// Each layer's differs. Values of f32 are no sums of few powers of two, so that an order of additions shows.
inline Image pattern(Size size, PixelFormat format, std::int64_t layer = 0) {
  Image image(size, format);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < format.channels; ++c) {
        const auto value = static_cast<double>((x * x * 7 + y * 13 + c * 31 + x * y + layer * (101 + x * y)) % 256);
        image.set(x, y, c, is_integer(format.type) ? value : value / 67 - 1);
      }
  return image;
}

inline bool equal(const Image& a, const Image& b) {
  return a.size() == b.size() && a.format() == b.format() &&
         std::equal(a.data(), a.data() + a.stride() * a.height(), b.data());
}

}  // namespace lenslet

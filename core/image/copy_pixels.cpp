// Packs pixels that have gaps, and lays them out again.
#include "image/copy_pixels.hpp"

#include <algorithm>
#include <cstdlib>

namespace lenslet {
namespace {

// A stretch of pixels, each of so many bytes, which a compiler copies as numbers.
template <std::size_t bytes>
void copy_stretch(const std::byte* from, std::int64_t from_step, std::byte* to, std::int64_t to_step,
                  std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) std::memcpy(to + i * to_step, from + i * from_step, bytes);
}

void copy_stretch(const std::byte* from, std::int64_t from_step, std::byte* to, std::int64_t to_step,
                  std::int64_t count, std::size_t bytes) {
  switch (bytes) {
    case 1:
      return copy_stretch<1>(from, from_step, to, to_step, count);
    case 2:
      return copy_stretch<2>(from, from_step, to, to_step, count);
    case 3:
      return copy_stretch<3>(from, from_step, to, to_step, count);
    case 4:
      return copy_stretch<4>(from, from_step, to, to_step, count);
    case 8:
      return copy_stretch<8>(from, from_step, to, to_step, count);
    case 16:
      return copy_stretch<16>(from, from_step, to, to_step, count);
    default:
      for (std::int64_t i = 0; i < count; ++i) std::memcpy(to + i * to_step, from + i * from_step, bytes);
  }
}

constexpr std::int64_t block = 64;       // pixels of a side: both sides' cache lines of a block stay in the first cache
constexpr std::int64_t cache_line = 64;  // bytes

}  // namespace

// In blocks where the pixels of a row may lie in as many pages. Rows of near pixels are twice as fast whole.
void copy_pixels(const Pixels<const std::byte>& from, const Pixels<std::byte>& to, Size size, std::uint64_t pixel) {
  const auto bytes = static_cast<std::int64_t>(pixel);
  const std::int64_t from_step = from.pixel_stride == 0 ? bytes : from.pixel_stride;
  const std::int64_t to_step = to.pixel_stride == 0 ? bytes : to.pixel_stride;
  if (from_step == bytes && to_step == bytes)
    return copy_rows(from.first, from.stride, to.first, to.stride, static_cast<std::size_t>(size.width * bytes),
                     size.height);
  const std::int64_t columns = std::max(std::abs(from_step), std::abs(to_step)) > cache_line ? block : size.width;
  for (std::int64_t top = 0; top < size.height; top += block)
    for (std::int64_t left = 0; left < size.width; left += columns)
      for (std::int64_t y = top; y < std::min(top + block, size.height); ++y)
        copy_stretch(from.first + y * from.stride + left * from_step, from_step,
                     to.first + y * to.stride + left * to_step, to_step, std::min(columns, size.width - left), pixel);
}

Image packed(const ImageView& image) {
  Image result(image.size(), image.format());
  copy_pixels({image.pixel(0, 0), image.stride(), image.pixel_stride()}, {result.data(), result.stride()}, image.size(),
              image.format().bytes());
  return result;
}

}  // namespace lenslet

// Checks layouts, and counts their bytes without overflow.
#include "image/layout.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

std::int64_t sample_bytes(PixelFormat format) {
  return static_cast<std::int64_t>(size_of(format.type));
}

std::int64_t row_bytes(const ImageType& type) {
  return type.size.width * static_cast<std::int64_t>(type.format.bytes());
}

std::uint64_t unsigned_of(std::int64_t number) {
  return static_cast<std::uint64_t>(number);
}

void check_bytes(const char* what, std::int64_t bytes, std::int64_t least, PixelFormat format) {
  const std::int64_t sample = sample_bytes(format);
  if (bytes < least || bytes % sample != 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} of {} bytes for {}; allowed: multiples of {}, at least {}",
                                                         what, bytes, to_string(format), sample, least));
}

// Returns begin + (count - 1) * step + bytes; absent where that is more than `available`.
std::optional<std::uint64_t> end_of_last(std::uint64_t available, std::uint64_t begin, std::int64_t count,
                                         std::int64_t step, std::uint64_t bytes) {
  if (begin > available || bytes > available - begin) return {};
  const std::uint64_t room = available - begin - bytes, steps = unsigned_of(count - 1);
  if (steps > 0 && steps > room / unsigned_of(step)) return {};
  return begin + steps * unsigned_of(step) + bytes;
}

}  // namespace

ImageLayout checked_layout(const ImageType& type, const ImageLayout& layout) {
  check_shape(type.size, type.format, type.layers);
  ImageLayout checked = layout;
  if (checked.stride == 0) checked.stride = row_bytes(type);
  check_bytes("an offset", checked.offset, 0, type.format);
  check_bytes("a stride", checked.stride, row_bytes(type), type.format);
  const auto rows = end_of_last(INT64_MAX, 0, type.size.height + 1, checked.stride, 0);
  if (!rows)
    throw Error(ErrorKind::unsupported,
                fmt::format("{} rows that lie {} bytes apart", type.size.height, checked.stride));
  if (checked.layer_stride == 0) checked.layer_stride = static_cast<std::int64_t>(*rows);
  check_bytes("a layer's stride", checked.layer_stride, type.layers > 1 ? static_cast<std::int64_t>(*rows) : 0,
              type.format);
  return checked;
}

std::optional<std::uint64_t> end_within(std::uint64_t available, const ImageType& type, const ImageLayout& layout) {
  const auto layer = end_of_last(available, 0, type.size.height, layout.stride, unsigned_of(row_bytes(type)));
  if (!layer) return {};
  return end_of_last(available, unsigned_of(layout.offset), type.layers, layout.layer_stride, *layer);
}

DeviceImage image_at(const ocl::Buffer& buffer, const ImageType& type, const ImageLayout& layout) {
  const std::int64_t sample = sample_bytes(type.format);
  return {buffer,
          type.size,
          type.format,
          layout.offset / sample,
          layout.stride / sample,
          type.layers,
          layout.layer_stride / sample};
}

ImageLayout layout_of(const DeviceImage& image) {
  const std::int64_t sample = sample_bytes(image.format());
  return {image.offset() * sample, image.stride() * sample, image.layer_stride() * sample};
}

ocl::Stretch stretch_of(const DeviceImage& image) {
  const Rect& held = image.held();
  const std::int64_t sample = sample_bytes(image.format());
  const std::int64_t samples = (image.layers() - 1) * image.layer_stride() + (held.height - 1) * image.stride() +
                               held.width * image.format().channels;
  return image.buffer().stretch(unsigned_of(image.held_offset() * sample), unsigned_of(samples * sample));
}

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

constexpr std::int64_t block = 64;  // pixels of a side: both sides' cache lines of a block stay in the first cache

}  // namespace

// In blocks, since the pixels of a row may lie in as many pages.
void copy_pixels(const Pixels<const std::byte>& from, const Pixels<std::byte>& to, Size size, std::uint64_t pixel) {
  const auto bytes = static_cast<std::int64_t>(pixel);
  const std::int64_t from_step = from.pixel_stride == 0 ? bytes : from.pixel_stride;
  const std::int64_t to_step = to.pixel_stride == 0 ? bytes : to.pixel_stride;
  if (from_step == bytes && to_step == bytes)
    return copy_rows(from.first, from.stride, to.first, to.stride, static_cast<std::size_t>(size.width * bytes),
                     size.height);
  for (std::int64_t top = 0; top < size.height; top += block)
    for (std::int64_t left = 0; left < size.width; left += block)
      for (std::int64_t y = top; y < std::min(top + block, size.height); ++y)
        copy_stretch(from.first + y * from.stride + left * from_step, from_step,
                     to.first + y * to.stride + left * to_step, to_step, std::min(block, size.width - left), pixel);
}

Image packed(const ImageView& image) {
  Image result(image.size(), image.format());
  copy_pixels({image.pixel(0, 0), image.stride(), image.pixel_stride()}, {result.data(), result.stride()}, image.size(),
              image.format().bytes());
  return result;
}

}  // namespace lenslet

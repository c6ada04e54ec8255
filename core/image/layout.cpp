// Checks layouts, and counts their bytes without overflow.
#include "image/layout.hpp"

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

}  // namespace lenslet

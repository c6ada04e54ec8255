// Images on a device: how their rows are aligned, and which sizes it takes.
#include "image/allocate.hpp"

#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

// Rows begin on this many bytes: whole cache lines and whole GPU transactions.
constexpr std::int64_t row_alignment = 128;

// Kernels count within a row and a column in 32 bits; larger images are for tiles.
constexpr std::int64_t most_pixels = std::int64_t{1} << 31;

std::int64_t aligned_stride(Size size, PixelFormat format) {
  const auto sample = static_cast<std::int64_t>(size_of(format.type));
  const std::int64_t bytes = size.width * format.channels * sample;
  return (bytes + row_alignment - 1) / row_alignment * row_alignment / sample;
}

void check_shape(Size size, PixelFormat format) {
  check(format);
  if (size.width < 1 || size.height < 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("an image of {} x {} pixels is empty", size.width, size.height));
  if (size.height > most_pixels / size.width)
    throw Error(ErrorKind::unsupported, fmt::format("an image of {} x {} pixels, allowed: up to {} pixels", size.width,
                                                    size.height, most_pixels));
}

DeviceImage allocate_rows(const ocl::Queue& queue, Size size, PixelFormat format) {
  const std::int64_t stride = aligned_stride(size, format);
  const auto row_bytes = static_cast<std::uint64_t>(stride) * size_of(format.type);
  const std::uint64_t most_rows = queue.device().info().max_allocation / row_bytes;
  if (static_cast<std::uint64_t>(size.height) > most_rows)
    throw Error(ErrorKind::unsupported,
                fmt::format("an image of {} x {} pixels needs {} rows of {} bytes in one buffer, this device allows {}",
                            size.width, size.height, size.height, row_bytes, most_rows));
  return {queue.allocate(row_bytes * static_cast<std::uint64_t>(size.height)), size, format, 0, stride};
}

DeviceImage allocate_object(const ocl::Queue& queue, Size size, PixelFormat format, Storage storage) {
  const auto samples = static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(format.channels);
  return {queue.allocate({storage, format.type, samples, static_cast<std::uint64_t>(size.height)}), size, format};
}

}  // namespace

DeviceImage::DeviceImage(ocl::Buffer buffer, Size size, PixelFormat format, std::int64_t offset, std::int64_t stride)
    : buffer_(std::make_shared<const ocl::Buffer>(std::move(buffer))),
      size_(size),
      format_(format),
      offset_(offset),
      stride_(stride) {}

DeviceImage::DeviceImage(ocl::ImageObject object, Size size, PixelFormat format)
    : object_(std::make_shared<const ocl::ImageObject>(std::move(object))), size_(size), format_(format) {}

Storage DeviceImage::storage() const {
  return object_ ? object_->texels().storage : Storage::buffer;
}

bool DeviceImage::shares_memory(const DeviceImage& other) const {
  return in_buffer() ? buffer_ == other.buffer_ : object_ == other.object_;
}

DeviceImage DeviceImage::with_view(ocl::ImageObject view) const {
  DeviceImage result = *this;
  result.object_ = std::make_shared<const ocl::ImageObject>(std::move(view));
  return result;
}

DeviceImage DeviceImage::without_view() const {
  DeviceImage result = *this;
  result.object_.reset();
  return result;
}

DeviceImage allocate_image(const ocl::Queue& queue, Size size, PixelFormat format, Storage storage) {
  check_shape(size, format);
  if (storage == Storage::image || storage == Storage::image_array)
    return allocate_object(queue, size, format, storage);
  const DeviceImage image = allocate_rows(queue, size, format);
  return storage == Storage::image_buffer ? image.with_view(queue.view(image.buffer(), format.type)) : image;
}

}  // namespace lenslet

// Images on a device: the alignment of their rows, and the possible sizes.
#include "image/layout.hpp"

#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/rect.hpp"
#include "system/row_pitch.hpp"

namespace lenslet {
namespace {

// Kernels count within a row and within a column in 32 bits.
constexpr std::int64_t max_pixel_count = std::int64_t{1} << 31;

void check_rows(const ocl::Queue& queue, Size size, PixelFormat format, std::int64_t layers) {
  const auto row_bytes = static_cast<std::uint64_t>(aligned_stride(size.width, format)) * size_of(format.type);
  const std::uint64_t max_rows = queue.device().info().max_allocation / row_bytes;
  const auto height = static_cast<std::uint64_t>(size.height);
  if (static_cast<std::uint64_t>(layers) > max_rows / height)
    throw Error(
        ErrorKind::unsupported,
        fmt::format("an image of {} x {} pixels{} needs {} rows of {} bytes in one buffer, this device allows {}",
                    size.width, size.height, layers == 1 ? "" : fmt::format(" in {} layers", layers),
                    size.height * layers, row_bytes, max_rows));
}

DeviceImage allocate_object(const ocl::Queue& queue, Size size, PixelFormat format, Storage storage,
                            std::int64_t layers) {
  const auto samples = static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(format.channels);
  return {queue.allocate({storage, format.type, samples, static_cast<std::uint64_t>(size.height),
                          static_cast<std::uint64_t>(layers)}),
          size, format};
}

}  // namespace

void check_shape(Size size, PixelFormat format, std::int64_t layers) {
  check(format);
  if (layers < 1)
    throw Error(ErrorKind::invalid_argument, fmt::format("an image of {} layers, allowed: 1 and more", layers));
  if (size.width < 1 || size.height < 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("an image of {} x {} pixels is empty", size.width, size.height));
  if (size.height > max_pixel_count / size.width)
    throw Error(ErrorKind::unsupported, fmt::format("an image of {} x {} pixels, allowed: up to {} pixels", size.width,
                                                    size.height, max_pixel_count));
}

std::int64_t aligned_stride(std::int64_t width, PixelFormat format) {
  const auto sample = static_cast<std::int64_t>(size_of(format.type));
  return system::row_pitch(width * format.channels * sample) / sample;
}

std::uint64_t bytes_of_rows(Size size, PixelFormat format, std::int64_t layers) {
  return static_cast<std::uint64_t>(aligned_stride(size.width, format) * size.height * layers) * size_of(format.type);
}

DeviceImage::DeviceImage(ocl::Buffer buffer, Size size, PixelFormat format, std::int64_t offset, std::int64_t stride,
                         std::int64_t layers, std::int64_t layer_stride)
    : buffer_(std::make_shared<const ocl::Buffer>(std::move(buffer))),
      whole_(size),
      rectangle_(rect_of(size)),
      held_(rectangle_),
      format_(format),
      offset_(offset),
      stride_(stride),
      layer_stride_(layer_stride == 0 ? stride * size.height : layer_stride),
      layers_(layers) {}

DeviceImage::DeviceImage(ocl::ImageObject object, Size size, PixelFormat format)
    : object_(std::make_shared<const ocl::ImageObject>(std::move(object))),
      whole_(size),
      rectangle_(rect_of(size)),
      held_(rectangle_),
      format_(format),
      layers_(static_cast<std::int64_t>(object_->texels().layers)) {}

Storage DeviceImage::storage() const {
  return object_ ? object_->texels().storage : Storage::buffer;
}

bool DeviceImage::shares_memory(const DeviceImage& other) const {
  if (!in_buffer() || !other.in_buffer()) return object_ && object_ == other.object_;
  return stretch_of(*this).overlaps(stretch_of(other));
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

DeviceImage image_in(const ocl::Buffer& memory, Size size, PixelFormat format, std::int64_t layers) {
  return {memory, size, format, 0, aligned_stride(size.width, format), layers};
}

DeviceImage allocate_image(const ocl::Queue& queue, Size size, PixelFormat format, Storage storage,
                           std::int64_t layers) {
  check_shape(size, format, layers);
  if (storage == Storage::image || storage == Storage::image_array)
    return allocate_object(queue, size, format, storage, layers);
  check_rows(queue, size, format, layers);
  const DeviceImage image = image_in(queue.allocate(bytes_of_rows(size, format, layers)), size, format, layers);
  return storage == Storage::image_buffer ? image.with_view(queue.view(image.buffer(), format.type)) : image;
}

}  // namespace lenslet

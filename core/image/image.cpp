// Host images. Sizes are checked once, here, so that later products of sizes cannot overflow.
#include <lenslet/image.hpp>

#include <cstdlib>
#include <cstring>
#include <new>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/copy_pixels.hpp"
#include "system/large_pages.hpp"

namespace lenslet {
namespace {

[[noreturn]] void throw_invalid(const std::string& message) {
  throw Error(ErrorKind::invalid_argument, message);
}

std::int64_t checked_product(std::int64_t a, std::int64_t b, Size size) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product))
    throw_invalid(fmt::format("an image of {} x {} pixels has more than 2^63 bytes", size.width, size.height));
  return product;
}

void check_shape(Size size, const PixelFormat& format) {
  check(format);
  if (size.width < 1 || size.height < 1)
    throw_invalid(fmt::format("an image is at least 1 x 1 pixel, not {} x {}", size.width, size.height));
}

// The distance between pixels in bytes.
std::int64_t checked_pixel_stride(Size size, const PixelFormat& format, std::int64_t stride) {
  check_shape(size, format);
  const auto pixel = static_cast<std::int64_t>(format.bytes());
  if (stride != 0 && stride < pixel && stride > -pixel)
    throw_invalid(fmt::format("a pixel stride of {} bytes is too small for pixels of {} bytes", stride, pixel));
  return stride == 0 || size.width == 1 ? pixel : stride;
}

// Tells whether columns do not overlap: pixels of a column lie nearer to each other than those of a row.
bool are_columns(Size size, std::int64_t pixel_bytes, std::int64_t stride, std::int64_t pixel_stride) {
  const std::int64_t step = std::abs(stride);
  return step >= pixel_bytes && std::abs(pixel_stride) >= checked_product(step, size.height - 1, size) + pixel_bytes;
}

// Checks an image's shape, and returns the distance between rows in bytes. `pixel_stride` is checked already.
std::int64_t checked_stride(Size size, const PixelFormat& format, std::int64_t stride, std::int64_t pixel_stride) {
  const auto pixel = static_cast<std::int64_t>(format.bytes());
  const std::int64_t row = checked_product(size.width - 1, std::abs(pixel_stride), size) + pixel;
  const bool overlaps = stride != 0 && stride < row && stride > -row;
  if (overlaps && (pixel_stride == pixel || !are_columns(size, pixel, stride, pixel_stride)))
    throw_invalid(fmt::format("a stride of {} bytes is too small for rows of {} bytes", stride, row));
  const std::int64_t result = stride == 0 ? checked_product(size.width, std::abs(pixel_stride), size) : stride;
  checked_product(result, size.height, size);
  return result;
}

std::int64_t checked_own_stride(Size size, const PixelFormat& format, std::int64_t stride) {
  check_shape(size, format);
  const std::int64_t checked = checked_stride(size, format, stride, static_cast<std::int64_t>(format.bytes()));
  if (checked < 0)
    throw_invalid(fmt::format(
        "a stride of {} bytes for an image with memory of its own; allowed: 0, or at least a row's bytes", stride));
  return checked;
}

PixelMemory memory_for(Size size, std::int64_t stride, PixelMemory::At first) {
  const std::int64_t bytes = stride * size.height;
  try {
    return PixelMemory(static_cast<std::size_t>(bytes), first);
  } catch (const std::bad_alloc&) {
    throw Error(ErrorKind::unsupported,
                fmt::format("an image of {} x {} pixels needs {} bytes of memory, more than is free", size.width,
                            size.height, bytes));
  }
}

// The place of a sample, in bytes from the start of its pixel.
std::int64_t sample_offset(const ImageView& image, std::int64_t x, std::int64_t y, int channel) {
  const PixelFormat format = image.format();
  const bool inside = x >= 0 && x < image.width() && y >= 0 && y < image.height();
  if (!inside || channel < 0 || channel >= format.channels)
    throw_invalid(fmt::format("no sample ({}, {}), channel {} in an image of {} x {} pixels, {} channels", x, y,
                              channel, image.width(), image.height(), format.channels));
  return channel * static_cast<std::int64_t>(size_of(format.type));
}

void convert_row(const std::byte* from, SampleType from_type, std::byte* to, SampleType to_type, std::int64_t samples) {
  const std::size_t from_step = size_of(from_type);
  const std::size_t to_step = size_of(to_type);
  for (std::int64_t i = 0; i < samples; ++i, from += from_step, to += to_step)
    store_sample(to, to_type, load_sample(from, from_type));
}

}  // namespace

PixelMemory::PixelMemory(std::size_t bytes, At first)
    : bytes_(bytes), data_(static_cast<std::byte*>(first == At::zero ? std::calloc(bytes, 1) : std::malloc(bytes))) {
  if (data_ == nullptr) throw std::bad_alloc();
  system::prefer_large_pages({data_.get(), bytes});
}

PixelMemory::PixelMemory(const PixelMemory& other) : bytes_(other.bytes_) {
  if (other.data_ == nullptr) return;
  *this = PixelMemory(bytes_, At::undefined);
  std::memcpy(data(), other.data(), bytes_);
}

PixelMemory& PixelMemory::operator=(const PixelMemory& other) {
  return *this = PixelMemory(other);
}

void PixelMemory::Free::operator()(std::byte* memory) const noexcept {
  std::free(memory);
}

ImageView::ImageView(const void* data, Size size, PixelFormat format, std::int64_t stride, std::int64_t pixel_stride)
    : data_(static_cast<const std::byte*>(data)),
      size_(size),
      format_(format),
      stride_(checked_stride(size, format, stride, checked_pixel_stride(size, format, pixel_stride))),
      pixel_stride_(checked_pixel_stride(size, format, pixel_stride)) {
  if (!data) throw_invalid("an image's pixels are at a null pointer");
}

MutableImageView::MutableImageView(void* data, Size size, PixelFormat format, std::int64_t stride,
                                   std::int64_t pixel_stride)
    : data_(static_cast<std::byte*>(data)), view_(data, size, format, stride, pixel_stride) {}

void ImageView::refuse_rows() const {
  throw_invalid(
      fmt::format("a view with pixels of {} bytes every {} bytes; allowed here: pixels without gaps, as convert() "
                  "copies them",
                  format_.bytes(), pixel_stride_));
}

double ImageView::at(std::int64_t x, std::int64_t y, int channel) const {
  const std::int64_t offset = sample_offset(*this, x, y, channel);
  return load_sample(pixel(x, y) + offset, format_.type);
}

Image::Image(Size size, PixelFormat format, std::int64_t stride, PixelMemory::At first)
    : size_(size),
      format_(format),
      stride_(checked_own_stride(size, format, stride)),
      data_(memory_for(size, stride_, first)) {}

Image::Image(Size size, PixelFormat format, std::int64_t stride) : Image(size, format, stride, PixelMemory::At::zero) {}

Image Image::undefined(Size size, PixelFormat format) {
  return {size, format, 0, PixelMemory::At::undefined};
}

double Image::at(std::int64_t x, std::int64_t y, int channel) const {
  return ImageView(*this).at(x, y, channel);
}

void Image::set(std::int64_t x, std::int64_t y, int channel, double value) {
  const std::int64_t offset = sample_offset(*this, x, y, channel);
  store_sample(row(y) + x * static_cast<std::int64_t>(format_.bytes()) + offset, format_.type, value);
}

Image convert(const ImageView& image, SampleType type) {
  if (!image.has_whole_rows()) return type == image.format().type ? packed(image) : convert(packed(image), type);
  const PixelFormat from = image.format();
  Image result(image.size(), {type, from.channels, from.alpha});
  const std::int64_t samples = image.width() * from.channels;
  for (std::int64_t y = 0; y < image.height(); ++y) {
    if (type == from.type)
      std::memcpy(result.row(y), image.row(y), static_cast<std::size_t>(result.stride()));
    else
      convert_row(image.row(y), from.type, result.row(y), type, samples);
  }
  return result;
}

Image scaled_to_u8(const Image& image) {
  constexpr double scale = 65535.0 / 255;
  Image scaled(image.size(), {SampleType::u8, image.format().channels, image.format().alpha});
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      for (int channel = 0; channel < image.format().channels; ++channel)
        scaled.set(x, y, channel, image.at(x, y, channel) / scale);
  return scaled;
}

}  // namespace lenslet

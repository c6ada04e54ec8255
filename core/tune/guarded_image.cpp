// Lays out poisoned surroundings, writes them, and looks at them afterwards.
#include "tune/guarded_image.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "rounding.hpp"

namespace lenslet {
namespace {

// The guards stand before the first row, after each row and after the last: more samples than the widest window reaches
// in a small image.
constexpr std::int64_t guard_samples = 4096;
constexpr std::int64_t gap_samples = 7;
constexpr std::int64_t longest_vector = 32;

// Makes a sample that is not a number in the floating types, and an unlikely value in the others.
std::vector<std::byte> poison_sample(PixelType type) {
  switch (type) {
    case PixelType::f16:
      return {std::byte{0x55}, std::byte{0x7e}};
    case PixelType::f32:
      return {std::byte{0x55}, std::byte{0x55}, std::byte{0xc5}, std::byte{0x7f}};
    case PixelType::u16:
      return {std::byte{0xa5}, std::byte{0x5a}};
    default:
      return {std::byte{0xa5}};
  }
}

std::int64_t stride_of(Size size, PixelFormat format, GuardedImage::Rows rows) {
  const std::int64_t samples = size.width * format.channels + gap_samples;
  return rows == GuardedImage::Rows::odd ? samples | 1 : round_up(samples, longest_vector);
}

}  // namespace

GuardedImage::GuardedImage(const ocl::Queue& queue, Size size, PixelFormat format, Rows rows, std::int64_t layers)
    : queue_(queue) {
  const std::int64_t stride = stride_of(size, format, rows);
  const std::vector<std::byte> sample = poison_sample(format.type);
  const auto samples = static_cast<std::size_t>(stride * size.height * layers + 2 * guard_samples);
  poison_.resize(samples * sample.size());
  for (std::size_t i = 0; i < poison_.size(); i += sample.size()) std::ranges::copy(sample, poison_.data() + i);
  const ocl::Buffer buffer = queue.allocate(poison_.size());
  queue.write(buffer, 0, poison_);
  image_.emplace(buffer, size, format, guard_samples, stride, layers);
}

std::size_t GuardedImage::row_begin(std::int64_t y) const {
  return static_cast<std::size_t>(image_->offset() + y * image_->stride()) * size_of(image_->format().type);
}

std::size_t GuardedImage::row_bytes() const {
  return static_cast<std::size_t>(image_->size().width) * image_->format().bytes();
}

void GuardedImage::write(const ImageView& pixels, std::int64_t layer) {
  for (std::int64_t y = 0; y < pixels.height(); ++y)
    queue_.write(image_->buffer(), row_begin(layer * pixels.height() + y), {pixels.row(y), row_bytes()});
}

Image GuardedImage::read(std::string* mismatch) const {
  return read_layers(mismatch).front();
}

std::vector<Image> GuardedImage::read_layers(std::string* mismatch) const {
  std::vector<std::byte> bytes(poison_.size());
  queue_.read(image_->buffer(), 0, bytes);
  const std::int64_t height = image_->size().height;
  std::vector<Image> results(static_cast<std::size_t>(image_->layers()), Image(image_->size(), image_->format()));
  for (std::int64_t y = 0; y < height * image_->layers(); ++y) {
    Image& result = results[static_cast<std::size_t>(y / height)];
    std::memcpy(result.row(y % height), bytes.data() + row_begin(y), row_bytes());
    std::memcpy(bytes.data() + row_begin(y), poison_.data() + row_begin(y), row_bytes());
  }
  const auto [changed, poison] = std::ranges::mismatch(bytes, poison_);
  if (mismatch && changed != bytes.end()) {
    const auto sample = (changed - bytes.begin()) / static_cast<std::ptrdiff_t>(size_of(image_->format().type));
    *mismatch = fmt::format("wrote outside the image, {} samples from its first", sample - image_->offset());
  }
  return results;
}

}  // namespace lenslet

// Images in host memory: rows of interleaved samples, with a stride between rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lenslet/pixel.hpp>

namespace lenslet {

struct Size {
  std::int64_t width = 0;   // pixels, at least 1
  std::int64_t height = 0;  // pixels, at least 1
  bool operator==(const Size&) const = default;
};

// A rectangle of an image.
struct Rect {
  std::int64_t x = 0;  // of its top left pixel
  std::int64_t y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;

  Size size() const { return {width, height}; }
  bool operator==(const Rect&) const = default;
};

std::string to_string(const Rect& rect);  // "640x480+10+20"

// Borrowed, read-only pixels. `stride` is the distance of two rows in bytes, at least width * format.bytes().
class ImageView {
 public:
  // Throws invalid_argument for a null pointer, an empty size, a bad format or too small a stride.
  // stride 0 means rows without gaps.
  ImageView(const void* data, Size size, PixelFormat format, std::int64_t stride = 0);

  Size size() const { return size_; }
  std::int64_t width() const { return size_.width; }
  std::int64_t height() const { return size_.height; }
  PixelFormat format() const { return format_; }
  std::int64_t stride() const { return stride_; }
  const std::byte* row(std::int64_t y) const { return data_ + y * stride_; }
  double at(std::int64_t x, std::int64_t y, int channel) const;

 private:
  const std::byte* data_;
  Size size_;
  PixelFormat format_;
  std::int64_t stride_;
};

// Owned pixels, zero at first, rows without gaps unless a stride is given.
class Image {
 public:
  Image(Size size, PixelFormat format, std::int64_t stride = 0);

  Size size() const { return size_; }
  std::int64_t width() const { return size_.width; }
  std::int64_t height() const { return size_.height; }
  PixelFormat format() const { return format_; }
  std::int64_t stride() const { return stride_; }
  std::byte* row(std::int64_t y) { return data_.data() + y * stride_; }
  const std::byte* row(std::int64_t y) const { return data_.data() + y * stride_; }
  std::byte* data() { return data_.data(); }
  const std::byte* data() const { return data_.data(); }

  double at(std::int64_t x, std::int64_t y, int channel) const;
  void set(std::int64_t x, std::int64_t y, int channel, double value);  // rounds and saturates

  operator ImageView() const { return {data_.data(), size_, format_, stride_}; }

 private:
  Size size_;
  PixelFormat format_;
  std::int64_t stride_;
  std::vector<std::byte> data_;
};

// The same pixels in another type: integers round and saturate, values are not rescaled (255 stays 255).
Image convert(const ImageView& image, PixelType type);

}  // namespace lenslet

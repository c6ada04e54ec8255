// Images in host memory: rows of interleaved samples, with a stride between rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <lenslet/pixel.hpp>
#include <lenslet/size.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// A rectangle of an image, in pixels.
struct Rect {
  std::int64_t x = 0;  // column of the top left pixel, from 0
  std::int64_t y = 0;  // row of the top left pixel, from 0
  std::int64_t width = 0;
  std::int64_t height = 0;

  Size size() const { return {width, height}; }
  bool operator==(const Rect&) const = default;
};

std::string to_string(const Rect& rect);  // "640x480+10+20"

// Pixels that somebody else owns, for reading. They may begin at any byte. `data` is the first pixel of the first row.
// `stride` is the distance from one row to the next, and `pixel_stride` that from one pixel to the next, both in bytes.
// They are negative where rows lie from bottom to top, or pixels from right to left. Pixels that are farther apart than
// they are long are every second pixel, some of the channels of an image, or the columns of an image as rows.
class ImageView {
 public:
  // A stride of 0 means rows without gaps, a pixel stride of 0 pixels without gaps. Throws invalid_argument for a null
  // pointer, an empty size, a bad format, and strides by which pixels overlap: pixels lie next to each other in rows
  // that do not overlap, or in columns that do not.
  ImageView(const void* data, Size size, PixelFormat format, std::int64_t stride = 0, std::int64_t pixel_stride = 0);

  Size size() const { return size_; }
  std::int64_t width() const { return size_.width; }
  std::int64_t height() const { return size_.height; }
  PixelFormat format() const { return format_; }
  std::int64_t stride() const { return stride_; }
  std::int64_t pixel_stride() const { return pixel_stride_; }

  // Whether the pixels of a row lie in order and without gaps.
  bool has_whole_rows() const { return pixel_stride_ == static_cast<std::int64_t>(format_.bytes()); }

  // The bytes of a row. Throws invalid_argument where they have gaps or another order: only uploads, downloads and runs
  // take such views.
  const std::byte* row(std::int64_t y) const {
    if (!has_whole_rows()) refuse_rows();
    return data_ + y * stride_;
  }
  const std::byte* pixel(std::int64_t x, std::int64_t y) const { return data_ + y * stride_ + x * pixel_stride_; }
  double at(std::int64_t x, std::int64_t y, int channel) const;  // throws invalid_argument for a place outside

 private:
  friend class MutableImageView;
  [[noreturn]] void refuse_rows() const;

  const std::byte* data_;
  Size size_;
  PixelFormat format_;
  std::int64_t stride_, pixel_stride_;
};

// The same, also for writing.
class MutableImageView {
 public:
  MutableImageView(void* data, Size size, PixelFormat format, std::int64_t stride = 0, std::int64_t pixel_stride = 0);

  Size size() const { return view_.size(); }
  std::int64_t width() const { return view_.width(); }
  std::int64_t height() const { return view_.height(); }
  PixelFormat format() const { return view_.format(); }
  std::int64_t stride() const { return view_.stride(); }
  std::int64_t pixel_stride() const { return view_.pixel_stride(); }
  bool has_whole_rows() const { return view_.has_whole_rows(); }
  std::byte* row(std::int64_t y) const {
    if (!has_whole_rows()) view_.refuse_rows();
    return data_ + y * stride();
  }
  std::byte* pixel(std::int64_t x, std::int64_t y) const { return data_ + y * stride() + x * pixel_stride(); }
  operator const ImageView&() const { return view_; }

 private:
  std::byte* data_;
  ImageView view_;
};

// The memory of an image. It holds zeros at first, or whatever was there. The system gives pages only when they are
// written. Large images use the system's large pages.
class PixelMemory {
 public:
  enum class At { zero, undefined };
  explicit PixelMemory(std::size_t bytes, At first = At::zero);  // throws bad_alloc
  PixelMemory(const PixelMemory& other);
  PixelMemory(PixelMemory&&) noexcept = default;
  PixelMemory& operator=(const PixelMemory& other);
  PixelMemory& operator=(PixelMemory&&) noexcept = default;
  ~PixelMemory() = default;

  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(std::byte* memory) const noexcept;
  };

  std::size_t bytes_;
  std::unique_ptr<std::byte[], Free> data_;  // null after a move
};

// Pixels in host memory that the image owns. They are 0 at first, unless undefined() made the image.
class Image {
 public:
  // A stride of 0 means rows without gaps. Throws invalid_argument for an empty size, a bad format or a stride that is
  // negative or too small. Throws unsupported where the host has not enough memory.
  Image(Size size, PixelFormat format, std::int64_t stride = 0);

  // Makes an image without gaps whose pixels are undefined: for what is written whole before it is read. Setting memory
  // to 0 takes about as long as a point op does. Throws as the constructor does.
  static Image undefined(Size size, PixelFormat format);

  Size size() const { return size_; }
  std::int64_t width() const { return size_.width; }
  std::int64_t height() const { return size_.height; }
  PixelFormat format() const { return format_; }
  std::int64_t stride() const { return stride_; }
  std::byte* row(std::int64_t y) { return data_.data() + y * stride_; }
  const std::byte* row(std::int64_t y) const { return data_.data() + y * stride_; }
  std::byte* data() { return data_.data(); }
  const std::byte* data() const { return data_.data(); }

  // Read and write one sample. set() rounds and saturates as store_value() does. Both throw invalid_argument for a
  // pixel or channel outside.
  double at(std::int64_t x, std::int64_t y, int channel) const;
  void set(std::int64_t x, std::int64_t y, int channel, double value);

  operator ImageView() const { return {data_.data(), size_, format_, stride_}; }
  operator MutableImageView() { return {data_.data(), size_, format_, stride_}; }

 private:
  Image(Size size, PixelFormat format, std::int64_t stride, PixelMemory::At first);

  Size size_;
  PixelFormat format_;
  std::int64_t stride_;
  PixelMemory data_;
};

// Returns the same pixels in another type. Integers round and saturate. Values are not rescaled: 255 stays 255.
Image convert(const ImageView& image, SampleType type);

// Makes u8 from u16, scaled: 65535 becomes 255.
Image scaled_to_u8(const Image& image);

}  // namespace lenslet
#pragma GCC visibility pop

// A texture's level or a renderbuffer, between which and a pixel buffer OpenGL copies.
#pragma once

#include <cstdint>
#include <optional>

#include <lenslet/image.hpp>

#include "gl/formats.hpp"

namespace lenslet::gl {

// Where the pixels lie in the buffer.
struct PixelRows {
  std::uint32_t buffer;
  std::int64_t row_pixels;  // from a row to the next one
};

class PixelTarget {
 public:
  static PixelTarget of_texture(std::uint32_t texture, int level);
  static PixelTarget of_renderbuffer(std::uint32_t renderbuffer);
  PixelTarget(PixelTarget&& other) noexcept;
  PixelTarget& operator=(PixelTarget&&) = delete;
  ~PixelTarget();

  Size size() const { return size_; }
  const TextureFormat& format() const { return *format_; }

  void copy_to(const PixelRows& rows) const;
  void copy_from(const PixelRows& rows) const;

 private:
  PixelTarget(std::uint32_t texture, int level, Size size, const TextureFormat& format)
      : texture_(texture), level_(level), size_(size), format_(&format) {}

  std::uint32_t texture_;
  int level_;
  Size size_;
  const TextureFormat* format_;
  std::uint32_t renderbuffer_ = 0;  // of which the texture is a copy; 0: none
};

}  // namespace lenslet::gl

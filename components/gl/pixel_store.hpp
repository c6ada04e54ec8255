// OpenGL's state for the layout of pixels in buffers, or in the host's memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gl/api.hpp"

namespace lenslet::gl {

// Sets rows without an alignment, `row_pixels` apart (0: no gaps), in a buffer, or in the host's memory where that is
// 0. Restores the state.
class PixelStore {
 public:
  enum class Way : std::uint8_t { pack, unpack };
  PixelStore(Way way, std::uint32_t buffer, std::int64_t row_pixels);
  PixelStore(const PixelStore&) = delete;
  PixelStore& operator=(const PixelStore&) = delete;
  ~PixelStore();

 private:
  static constexpr std::size_t count = 8;
  using Names = std::array<GLenum, count>;

  void set(const std::array<GLint, count>& values) const;

  GLenum target_;
  const Names& names_;
  GLint buffer_ = 0;
  std::array<GLint, count> values_{};
};

}  // namespace lenslet::gl

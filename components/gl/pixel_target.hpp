// The texels of a texture or a renderbuffer that a caller has named.
#pragma once

#include <cstdint>
#include <optional>

#include <lenslet/gl.hpp>

#include "gl/texels.hpp"

namespace lenslet::gl {

class PixelTarget {
 public:
  static PixelTarget of_texture(std::uint32_t texture, const ImageUse& use);
  static PixelTarget of_renderbuffer(std::uint32_t renderbuffer, const ImageUse& use);
  PixelTarget(PixelTarget&& other) noexcept;
  PixelTarget& operator=(PixelTarget&&) = delete;
  ~PixelTarget();

  const Texels& texels() const { return texels_; }

  // These copy a renderbuffer's pixels to its texels, and back. A texture's pixels are its texels.
  void fetch() const;
  void store() const;

 private:
  explicit PixelTarget(const Texels& texels) : texels_(texels) {}

  Texels texels_;
  std::uint32_t renderbuffer_ = 0;  // the original of the texture; 0: none
};

}  // namespace lenslet::gl

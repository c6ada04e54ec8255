// The texels of a texture or a renderbuffer that a caller has named.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include <lenslet/gl.hpp>

#include "gl/renderbuffer_copy.hpp"
#include "gl/texels.hpp"

namespace lenslet::gl {

class PixelTarget {
 public:
  static PixelTarget of_texture(std::uint32_t texture, const ImageUse& use);
  static PixelTarget of_renderbuffer(std::uint32_t renderbuffer, const ImageUse& use);

  const Texels& texels() const { return texels_; }

  // These copy a renderbuffer's pixels to its texels, and back. A texture's pixels are its texels.
  void fetch() const {
    if (copy_) copy_->fetch();
  }
  void store() const {
    if (copy_) copy_->store();
  }

 private:
  explicit PixelTarget(const Texels& texels, std::optional<RenderbufferCopy> copy = {})
      : texels_(texels), copy_(std::move(copy)) {}

  Texels texels_;
  std::optional<RenderbufferCopy> copy_;  // whose texture it is, of a renderbuffer
};

}  // namespace lenslet::gl

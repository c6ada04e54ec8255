// A texture beside a renderbuffer: what reads and writes pixels works only with textures.
#pragma once

#include <cstdint>
#include <utility>

#include <lenslet/image.hpp>

namespace lenslet::gl {

class RenderbufferCopy {
 public:
  // `format` is OpenGL's internal one, and `name` its name for messages.
  RenderbufferCopy(std::uint32_t renderbuffer, std::uint32_t format, const char* name, Size size);
  RenderbufferCopy(RenderbufferCopy&& other) noexcept;
  RenderbufferCopy& operator=(RenderbufferCopy&&) = delete;
  ~RenderbufferCopy();

  std::uint32_t texture() const { return texture_; }
  void fetch() const;  // copies the renderbuffer's pixels to the texture
  void store() const;  // and back

 private:
  std::uint32_t renderbuffer_, texture_ = 0;
  const char* name_;
  Size size_;
};

}  // namespace lenslet::gl

// OpenGL copies between the two on its device.
#include "gl/renderbuffer_copy.hpp"

#include "gl/api.hpp"
#include "gl/current.hpp"

namespace lenslet::gl {

RenderbufferCopy::RenderbufferCopy(std::uint32_t renderbuffer, std::uint32_t format, const char* name, Size size)
    : renderbuffer_(renderbuffer), name_(name), size_(size) {
  forget_errors();
  glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
  glTextureStorage2D(texture_, 1, format, static_cast<GLsizei>(size.width), static_cast<GLsizei>(size.height));
  try {
    check_errors("glTextureStorage2D", "the copy of a renderbuffer");
  } catch (...) {
    glDeleteTextures(1, &texture_);
    throw;
  }
}

RenderbufferCopy::RenderbufferCopy(RenderbufferCopy&& other) noexcept
    : renderbuffer_(other.renderbuffer_),
      texture_(std::exchange(other.texture_, 0)),
      name_(other.name_),
      size_(other.size_) {}

RenderbufferCopy::~RenderbufferCopy() {
  if (texture_ != 0 && current_context()) glDeleteTextures(1, &texture_);
}

void RenderbufferCopy::fetch() const {
  forget_errors();
  glCopyImageSubData(renderbuffer_, GL_RENDERBUFFER, 0, 0, 0, 0, texture_, GL_TEXTURE_2D, 0, 0, 0, 0,
                     static_cast<GLsizei>(size_.width), static_cast<GLsizei>(size_.height), 1);
  check_errors("glCopyImageSubData", name_);
}

void RenderbufferCopy::store() const {
  forget_errors();
  glCopyImageSubData(texture_, GL_TEXTURE_2D, 0, 0, 0, 0, renderbuffer_, GL_RENDERBUFFER, 0, 0, 0, 0,
                     static_cast<GLsizei>(size_.width), static_cast<GLsizei>(size_.height), 1);
  check_errors("glCopyImageSubData", name_);
}

}  // namespace lenslet::gl

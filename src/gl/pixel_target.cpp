// OpenGL copies pixels between buffers and textures alone, so a renderbuffer has a texture beside it.
#include "gl/pixel_target.hpp"

#include <array>
#include <bit>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "gl/api.hpp"
#include "gl/current.hpp"

namespace lenslet::gl {
namespace {

[[noreturn]] void refuse_target(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

// How pixels lie in a buffer that is packed, or unpacked, is a state of the context, which is put back.
class PixelStore {
 public:
  PixelStore(bool pack, const PixelRows& rows)
      : target_(pack ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER), names_(pack ? pack_names : unpack_names) {
    glGetIntegerv(pack ? GL_PIXEL_PACK_BUFFER_BINDING : GL_PIXEL_UNPACK_BUFFER_BINDING, &buffer_);
    for (std::size_t i = 0; i < count; ++i) glGetIntegerv(names_[i], &values_[i]);
    const std::array<GLint, count> wanted{1, static_cast<GLint>(rows.row_pixels), 0, 0, 0, 0, 0, 0};
    set(wanted);
    glBindBuffer(target_, rows.buffer);
  }
  PixelStore(const PixelStore&) = delete;
  PixelStore& operator=(const PixelStore&) = delete;
  ~PixelStore() {
    set(values_);
    glBindBuffer(target_, static_cast<GLuint>(buffer_));
  }

 private:
  static constexpr std::size_t count = 8;
  static constexpr std::array<GLenum, count> pack_names{GL_PACK_ALIGNMENT,   GL_PACK_ROW_LENGTH,   GL_PACK_SKIP_ROWS,
                                                        GL_PACK_SKIP_PIXELS, GL_PACK_IMAGE_HEIGHT, GL_PACK_SKIP_IMAGES,
                                                        GL_PACK_SWAP_BYTES,  GL_PACK_LSB_FIRST};
  static constexpr std::array<GLenum, count> unpack_names{
      GL_UNPACK_ALIGNMENT,    GL_UNPACK_ROW_LENGTH,  GL_UNPACK_SKIP_ROWS,  GL_UNPACK_SKIP_PIXELS,
      GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_IMAGES, GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST};

  void set(const std::array<GLint, count>& values) const {
    for (std::size_t i = 0; i < count; ++i) glPixelStorei(names_[i], values[i]);
  }

  GLenum target_;
  const std::array<GLenum, count>& names_;
  GLint buffer_ = 0;
  std::array<GLint, count> values_{};
};

GLint level_value(std::uint32_t texture, int level, GLenum name) {
  GLint value = 0;
  glGetTextureLevelParameteriv(texture, level, name, &value);
  return value;
}

GLint renderbuffer_value(std::uint32_t renderbuffer, GLenum name) {
  GLint value = 0;
  glGetNamedRenderbufferParameteriv(renderbuffer, name, &value);
  return value;
}

void check_target(std::uint32_t texture) {
  if (!glIsTexture(texture)) refuse_target(fmt::format("{} is no texture of OpenGL's", texture));
  GLint target = 0;
  glGetTextureParameteriv(texture, GL_TEXTURE_TARGET, &target);
  if (target != GL_TEXTURE_2D && target != GL_TEXTURE_RECTANGLE)
    throw Error(ErrorKind::unsupported, fmt::format("a texture of the target 0x{:04x}; allowed: GL_TEXTURE_2D, "
                                                    "GL_TEXTURE_RECTANGLE",
                                                    target));
}

void check_level(int level) {
  GLint widest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &widest);
  const int most = static_cast<int>(std::bit_width(static_cast<unsigned>(widest))) - 1;
  if (level < 0 || level > most) refuse_target(fmt::format("level {} of a texture; allowed: 0 to {}", level, most));
}

}  // namespace

PixelTarget PixelTarget::of_texture(std::uint32_t texture, int level) {
  forget_errors();
  check_target(texture);
  check_level(level);
  const Size size{level_value(texture, level, GL_TEXTURE_WIDTH), level_value(texture, level, GL_TEXTURE_HEIGHT)};
  if (size.width == 0 || size.height == 0)
    refuse_target(fmt::format("level {} of texture {} has no pixels", level, texture));
  return {texture, level, size,
          format_of_internal(static_cast<std::uint32_t>(level_value(texture, level, GL_TEXTURE_INTERNAL_FORMAT)))};
}

PixelTarget PixelTarget::of_renderbuffer(std::uint32_t renderbuffer) {
  forget_errors();
  if (!glIsRenderbuffer(renderbuffer)) refuse_target(fmt::format("{} is no renderbuffer of OpenGL's", renderbuffer));
  const Size size{renderbuffer_value(renderbuffer, GL_RENDERBUFFER_WIDTH),
                  renderbuffer_value(renderbuffer, GL_RENDERBUFFER_HEIGHT)};
  if (size.width == 0 || size.height == 0) refuse_target(fmt::format("renderbuffer {} has no pixels", renderbuffer));
  if (const GLint samples = renderbuffer_value(renderbuffer, GL_RENDERBUFFER_SAMPLES); samples > 0)
    throw Error(
        ErrorKind::unsupported,
        fmt::format("a renderbuffer of {} samples a pixel; allowed: of none, into which OpenGL blits it", samples));
  const TextureFormat& format =
      format_of_internal(static_cast<std::uint32_t>(renderbuffer_value(renderbuffer, GL_RENDERBUFFER_INTERNAL_FORMAT)));
  GLuint copy = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &copy);
  PixelTarget target(copy, 0, size, format);
  target.renderbuffer_ = renderbuffer;
  glTextureStorage2D(copy, 1, format.internal, static_cast<GLsizei>(size.width), static_cast<GLsizei>(size.height));
  check_errors("glTextureStorage2D", "the copy of a renderbuffer");
  return target;
}

PixelTarget::PixelTarget(PixelTarget&& other) noexcept
    : texture_(other.texture_),
      level_(other.level_),
      size_(other.size_),
      format_(other.format_),
      renderbuffer_(std::exchange(other.renderbuffer_, 0)) {}

PixelTarget::~PixelTarget() {
  if (renderbuffer_ != 0 && current_context()) glDeleteTextures(1, &texture_);
}

void PixelTarget::copy_to(const PixelRows& rows) const {
  forget_errors();
  const auto width = static_cast<GLsizei>(size_.width), height = static_cast<GLsizei>(size_.height);
  if (renderbuffer_ != 0)
    glCopyImageSubData(renderbuffer_, GL_RENDERBUFFER, 0, 0, 0, 0, texture_, GL_TEXTURE_2D, 0, 0, 0, 0, width, height,
                       1);
  GLint64 bytes = 0;
  glGetNamedBufferParameteri64v(rows.buffer, GL_BUFFER_SIZE, &bytes);
  constexpr GLint64 most = std::numeric_limits<GLsizei>::max();
  if (bytes > most)
    throw Error(ErrorKind::unsupported,
                fmt::format("a texture of {} bytes; OpenGL copies those of up to {}", bytes, most));
  const PixelStore store(true, rows);
  glGetTextureImage(texture_, level_, format_->components, format_->samples, static_cast<GLsizei>(bytes), nullptr);
  check_errors("glGetTextureImage", format_->name);
}

void PixelTarget::copy_from(const PixelRows& rows) const {
  forget_errors();
  const auto width = static_cast<GLsizei>(size_.width), height = static_cast<GLsizei>(size_.height);
  const PixelStore store(false, rows);
  glTextureSubImage2D(texture_, level_, 0, 0, width, height, format_->components, format_->samples, nullptr);
  if (renderbuffer_ != 0)
    glCopyImageSubData(texture_, GL_TEXTURE_2D, 0, 0, 0, 0, renderbuffer_, GL_RENDERBUFFER, 0, 0, 0, 0, width, height,
                       1);
  check_errors("glTextureSubImage2D", format_->name);
}

}  // namespace lenslet::gl

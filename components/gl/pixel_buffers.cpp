// What OpenGL calls pixel transfer, between textures and buffers that are bound for it.
#include "gl/pixel_buffers.hpp"

#include <array>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "gl/api.hpp"

namespace lenslet::gl {
namespace {

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

bool is_flat(const Texels& texels) {
  return texels.target == GL_TEXTURE_2D || texels.target == GL_TEXTURE_RECTANGLE;
}

GLenum components_of(const Texels& texels) {
  if (texels.channels == texels.format->channels) return texels.format->components;
  return texels.format->components == GL_RGBA_INTEGER ? GL_RGB_INTEGER : GL_RGB;
}

GLsizei checked_bytes(const PixelRows& rows) {
  GLint64 bytes = 0;
  glGetNamedBufferParameteri64v(rows.buffer, GL_BUFFER_SIZE, &bytes);
  constexpr GLint64 most = std::numeric_limits<GLsizei>::max();
  if (bytes > most)
    throw Error(ErrorKind::unsupported,
                fmt::format("a texture of {} bytes; OpenGL copies those of up to {}", bytes, most));
  return static_cast<GLsizei>(bytes);
}

}  // namespace

void pack(const Texels& texels, const PixelRows& rows) {
  forget_errors();
  const auto width = static_cast<GLsizei>(texels.size.width), height = static_cast<GLsizei>(texels.size.height);
  const GLenum components = components_of(texels), samples = texels.format->samples;
  const GLsizei bytes = checked_bytes(rows);
  const PixelStore store(true, rows);
  if (is_flat(texels))
    glGetTextureImage(texels.texture, texels.level, components, samples, bytes, nullptr);
  else
    glGetTextureSubImage(texels.texture, texels.level, 0, 0, texels.layer, width, height, 1, components, samples, bytes,
                         nullptr);
  check_errors(is_flat(texels) ? "glGetTextureImage" : "glGetTextureSubImage", texels.format->name);
}

void unpack(const Texels& texels, const PixelRows& rows) {
  forget_errors();
  const auto width = static_cast<GLsizei>(texels.size.width), height = static_cast<GLsizei>(texels.size.height);
  const GLenum components = components_of(texels), samples = texels.format->samples;
  const PixelStore store(false, rows);
  if (is_flat(texels))
    glTextureSubImage2D(texels.texture, texels.level, 0, 0, width, height, components, samples, nullptr);
  else
    glTextureSubImage3D(texels.texture, texels.level, 0, 0, texels.layer, width, height, 1, components, samples,
                        nullptr);
  check_errors(is_flat(texels) ? "glTextureSubImage2D" : "glTextureSubImage3D", texels.format->name);
}

}  // namespace lenslet::gl

// Saves, sets and restores.
#include "gl/pixel_store.hpp"

namespace lenslet::gl {
namespace {

constexpr std::array<GLenum, 8> pack_names{GL_PACK_ALIGNMENT,   GL_PACK_ROW_LENGTH,   GL_PACK_SKIP_ROWS,
                                           GL_PACK_SKIP_PIXELS, GL_PACK_IMAGE_HEIGHT, GL_PACK_SKIP_IMAGES,
                                           GL_PACK_SWAP_BYTES,  GL_PACK_LSB_FIRST};
constexpr std::array<GLenum, 8> unpack_names{GL_UNPACK_ALIGNMENT,   GL_UNPACK_ROW_LENGTH,   GL_UNPACK_SKIP_ROWS,
                                             GL_UNPACK_SKIP_PIXELS, GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_IMAGES,
                                             GL_UNPACK_SWAP_BYTES,  GL_UNPACK_LSB_FIRST};

}  // namespace

PixelStore::PixelStore(Way way, std::uint32_t buffer, std::int64_t row_pixels)
    : target_(way == Way::pack ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER),
      names_(way == Way::pack ? pack_names : unpack_names) {
  glGetIntegerv(way == Way::pack ? GL_PIXEL_PACK_BUFFER_BINDING : GL_PIXEL_UNPACK_BUFFER_BINDING, &buffer_);
  for (std::size_t i = 0; i < count; ++i) glGetIntegerv(names_[i], &values_[i]);
  set({1, static_cast<GLint>(row_pixels), 0, 0, 0, 0, 0, 0});
  glBindBuffer(target_, buffer);
}

PixelStore::~PixelStore() {
  set(values_);
  glBindBuffer(target_, static_cast<GLuint>(buffer_));
}

void PixelStore::set(const std::array<GLint, count>& values) const {
  for (std::size_t i = 0; i < count; ++i) glPixelStorei(names_[i], values[i]);
}

}  // namespace lenslet::gl

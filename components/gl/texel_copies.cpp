// OpenGL converts nothing: the format in the host's memory is the texture's.
#include "gl/texel_copies.hpp"

#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "gl/api.hpp"
#include "gl/pixel_store.hpp"

namespace lenslet::gl {
namespace {

// The sides as OpenGL counts them: layers are the side after the last of a layer.
struct TexelSides {
  GLsizei width, height, depth;
};

TexelSides sides_of(const ImageDescription& d) {
  const std::size_t height = d.kind == ImageKind::image1d_array ? d.layers : d.height;
  const std::size_t depth = d.kind == ImageKind::image2d_array ? d.layers : d.depth;
  return {static_cast<GLsizei>(d.width), static_cast<GLsizei>(height), static_cast<GLsizei>(depth)};
}

// OpenGL's functions for parts take a cube's face as the third coordinate.
GLint face_of(const ObjectTexels& texels) {
  const bool cube = texels.target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && texels.target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
  return cube ? static_cast<GLint>(texels.target - GL_TEXTURE_CUBE_MAP_POSITIVE_X) : 0;
}

bool has_slices(const ObjectTexels& texels) {
  const bool flat =
      texels.target == GL_TEXTURE_2D || texels.target == GL_TEXTURE_RECTANGLE || texels.target == GL_TEXTURE_1D_ARRAY;
  return !flat && texels.target != GL_TEXTURE_1D;
}

struct StoreRange {
  GLuint buffer;
  GLintptr offset;
};

StoreRange store_of(const ObjectTexels& texels) {
  GLint buffer = 0, offset = 0;
  glGetTextureLevelParameteriv(texels.name, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING, &buffer);
  glGetTextureLevelParameteriv(texels.name, 0, GL_TEXTURE_BUFFER_OFFSET, &offset);
  return {static_cast<GLuint>(buffer), offset};
}

std::optional<RenderbufferCopy> copy_of(const ObjectTexels& texels) {
  if (texels.target != GL_RENDERBUFFER) return {};
  const Size size{static_cast<std::int64_t>(texels.description.width),
                  static_cast<std::int64_t>(texels.description.height)};
  return RenderbufferCopy(texels.name, texels.format->internal, texels.format->name, size);
}

void check_size(const ObjectTexels& texels) {
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<GLsizei>::max());
  if (const std::uint64_t bytes = bytes_of(texels); bytes > most)
    throw Error(ErrorKind::unsupported,
                fmt::format("texels of {} bytes; OpenGL copies those of up to {}", bytes, most));
}

}  // namespace

TexelCopies::TexelCopies(const ObjectTexels& texels) : texels_(texels), renderbuffer_(copy_of(texels)) {
  check_size(texels);
  if (!renderbuffer_) return;
  texels_.name = renderbuffer_->texture();
  texels_.target = GL_TEXTURE_2D;
}

void TexelCopies::read(std::span<std::byte> to) const {
  if (renderbuffer_) renderbuffer_->fetch();
  forget_errors();
  if (texels_.target == GL_TEXTURE_BUFFER) {
    const StoreRange store = store_of(texels_);
    glGetNamedBufferSubData(store.buffer, store.offset, static_cast<GLsizeiptr>(to.size()), to.data());
  } else {
    read_texture(to);
  }
  check_errors("a read of texels", texels_.format->name);
}

void TexelCopies::write(std::span<const std::byte> from) const {
  forget_errors();
  if (texels_.target == GL_TEXTURE_BUFFER) {
    const StoreRange store = store_of(texels_);
    glNamedBufferSubData(store.buffer, store.offset, static_cast<GLsizeiptr>(from.size()), from.data());
  } else {
    write_texture(from);
  }
  check_errors("a write of texels", texels_.format->name);
  if (renderbuffer_) renderbuffer_->store();
}

void TexelCopies::read_texture(std::span<std::byte> to) const {
  const TexelSides sides = sides_of(texels_.description);
  const PixelStore store(PixelStore::Way::pack, 0, 0);
  glGetTextureSubImage(texels_.name, texels_.level, 0, 0, face_of(texels_), sides.width, sides.height, sides.depth,
                       texels_.format->components, texels_.format->samples, static_cast<GLsizei>(to.size()), to.data());
}

void TexelCopies::write_texture(std::span<const std::byte> from) const {
  const TexelSides sides = sides_of(texels_.description);
  const GLenum components = texels_.format->components, samples = texels_.format->samples;
  const PixelStore store(PixelStore::Way::unpack, 0, 0);
  if (texels_.target == GL_TEXTURE_1D)
    glTextureSubImage1D(texels_.name, texels_.level, 0, sides.width, components, samples, from.data());
  else if (has_slices(texels_))
    glTextureSubImage3D(texels_.name, texels_.level, 0, 0, face_of(texels_), sides.width, sides.height, sides.depth,
                        components, samples, from.data());
  else
    glTextureSubImage2D(texels_.name, texels_.level, 0, 0, sides.width, sides.height, components, samples, from.data());
}

}  // namespace lenslet::gl

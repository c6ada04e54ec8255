// The texels of a texture or a renderbuffer that an image object has.
#pragma once

#include <cstdint>

#include <lenslet/gl_texels.hpp>

#include "gl/object_formats.hpp"

namespace lenslet::gl {

struct ObjectTexels {
  std::uint32_t name;
  std::uint32_t target;  // GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP_POSITIVE_X, GL_RENDERBUFFER
  int level;
  const ObjectFormat* format;
  ImageDescription description;
};

// <lenslet/gl_texels.hpp> says what they throw.
ObjectTexels checked_texture(std::uint32_t texture, const TexelUse& use);
ObjectTexels checked_renderbuffer(std::uint32_t renderbuffer);

bool is_renderbuffer(const ObjectTexels& texels);
std::uint64_t bytes_of(const ObjectTexels& texels);
TexelOrigin origin_of(const ObjectTexels& texels);

}  // namespace lenslet::gl

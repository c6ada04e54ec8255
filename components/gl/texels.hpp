// OpenGL's texels, and a session's rows of the same pixels.
#pragma once

#include <cstdint>

#include <lenslet/image.hpp>

#include "gl/formats.hpp"

namespace lenslet::gl {

// One level of a texture, or one of the level's faces, slices or layers.
struct Texels {
  std::uint32_t texture, target;  // GL_TEXTURE_2D
  int level, layer;
  Size size;
  const TextureFormat* format;
  int channels;  // of pixels: those of the format, or three of its four
};

// Where the pixels lie in a buffer.
struct PixelRows {
  std::uint32_t buffer;
  std::int64_t row_pixels;  // distance of rows
};

}  // namespace lenslet::gl

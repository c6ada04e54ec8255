// Texels of OpenGL's, and the rows of pixels that a session has of them.
#pragma once

#include <cstdint>

#include <lenslet/image.hpp>

#include "gl/formats.hpp"

namespace lenslet::gl {

// One level of a texture, and of that a face, a slice or a layer where it has several.
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
  std::int64_t row_pixels;  // from a row to the next one
};

}  // namespace lenslet::gl

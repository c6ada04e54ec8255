// OpenGL's internal formats of textures with Lenslet's kinds of pixels.
#pragma once

#include <cstdint>
#include <string>

#include <lenslet/pixel.hpp>

namespace lenslet::gl {

struct TextureFormat {
  std::uint32_t internal;  // GL_RGBA8
  const char* name;
  SampleType type;
  int channels;
  std::uint32_t components;  // of pixels in a buffer: GL_RGBA
  std::uint32_t samples;     // GL_UNSIGNED_BYTE
};

// Throws unsupported for any other format, with those that are allowed.
const TextureFormat& format_of_internal(std::uint32_t internal);

// The format of new textures for such pixels.
const TextureFormat& format_of_pixels(PixelFormat format);

}  // namespace lenslet::gl

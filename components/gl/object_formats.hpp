// OpenGL's internal formats with the formats of image objects that OpenCL's table maps them to.
#pragma once

#include <cstdint>

#include <lenslet/image_object.hpp>

namespace lenslet::gl {

struct ObjectFormat {
  std::uint32_t internal;  // GL_RGBA8
  const char* name;
  TexelFormat texel;
  std::uint32_t components;  // of texels in the host's memory: GL_RGBA
  std::uint32_t samples;     // GL_UNSIGNED_BYTE
};

// Throws unsupported for any other format, with those that are allowed.
const ObjectFormat& object_format_of(std::uint32_t internal);

}  // namespace lenslet::gl

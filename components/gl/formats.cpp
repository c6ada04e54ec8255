// A table of formats. What a row leaves out follows from its type and its number of channels.
#include "gl/formats.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/gl.hpp>

#include "gl/api.hpp"

namespace lenslet::gl {
namespace {

#define LENSLET_FORMAT(internal, type, channels, components, samples) \
  { internal, #internal, SampleType::type, channels, components, samples }

// The first row of a type and a number of channels is used for new textures.
constexpr TextureFormat formats[] = {
    LENSLET_FORMAT(GL_R8, u8, 1, GL_RED, GL_UNSIGNED_BYTE),
    LENSLET_FORMAT(GL_RG8, u8, 2, GL_RG, GL_UNSIGNED_BYTE),
    LENSLET_FORMAT(GL_RGB8, u8, 3, GL_RGB, GL_UNSIGNED_BYTE),
    LENSLET_FORMAT(GL_RGBA8, u8, 4, GL_RGBA, GL_UNSIGNED_BYTE),
    LENSLET_FORMAT(GL_R16, u16, 1, GL_RED, GL_UNSIGNED_SHORT),
    LENSLET_FORMAT(GL_RG16, u16, 2, GL_RG, GL_UNSIGNED_SHORT),
    LENSLET_FORMAT(GL_RGB16, u16, 3, GL_RGB, GL_UNSIGNED_SHORT),
    LENSLET_FORMAT(GL_RGBA16, u16, 4, GL_RGBA, GL_UNSIGNED_SHORT),
    LENSLET_FORMAT(GL_R16F, f16, 1, GL_RED, GL_HALF_FLOAT),
    LENSLET_FORMAT(GL_RG16F, f16, 2, GL_RG, GL_HALF_FLOAT),
    LENSLET_FORMAT(GL_RGB16F, f16, 3, GL_RGB, GL_HALF_FLOAT),
    LENSLET_FORMAT(GL_RGBA16F, f16, 4, GL_RGBA, GL_HALF_FLOAT),
    LENSLET_FORMAT(GL_R32F, f32, 1, GL_RED, GL_FLOAT),
    LENSLET_FORMAT(GL_RG32F, f32, 2, GL_RG, GL_FLOAT),
    LENSLET_FORMAT(GL_RGB32F, f32, 3, GL_RGB, GL_FLOAT),
    LENSLET_FORMAT(GL_RGBA32F, f32, 4, GL_RGBA, GL_FLOAT),
    LENSLET_FORMAT(GL_SRGB8, u8, 3, GL_RGB, GL_UNSIGNED_BYTE),
    LENSLET_FORMAT(GL_SRGB8_ALPHA8, u8, 4, GL_RGBA, GL_UNSIGNED_BYTE),
    LENSLET_FORMAT(GL_R8UI, u8, 1, GL_RED_INTEGER, GL_UNSIGNED_BYTE),
    LENSLET_FORMAT(GL_RG8UI, u8, 2, GL_RG_INTEGER, GL_UNSIGNED_BYTE),
    LENSLET_FORMAT(GL_RGB8UI, u8, 3, GL_RGB_INTEGER, GL_UNSIGNED_BYTE),
    LENSLET_FORMAT(GL_RGBA8UI, u8, 4, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE),
    LENSLET_FORMAT(GL_R16UI, u16, 1, GL_RED_INTEGER, GL_UNSIGNED_SHORT),
    LENSLET_FORMAT(GL_RG16UI, u16, 2, GL_RG_INTEGER, GL_UNSIGNED_SHORT),
    LENSLET_FORMAT(GL_RGB16UI, u16, 3, GL_RGB_INTEGER, GL_UNSIGNED_SHORT),
    LENSLET_FORMAT(GL_RGBA16UI, u16, 4, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT),
};

#undef LENSLET_FORMAT

std::string allowed_formats() {
  std::string text;
  for (const TextureFormat& format : formats) text += fmt::format("{}{}", text.empty() ? "" : ", ", format.name);
  return text;
}

}  // namespace

const TextureFormat& format_of_internal(std::uint32_t internal) {
  const auto found = std::ranges::find(formats, internal, &TextureFormat::internal);
  if (found != std::end(formats)) return *found;
  throw Error(ErrorKind::unsupported,
              fmt::format("a texture of the internal format 0x{:04x}; allowed: {}", internal, allowed_formats()));
}

const TextureFormat& format_of_pixels(PixelFormat format) {
  check(format);
  return *std::ranges::find_if(
      formats, [&](const TextureFormat& each) { return each.type == format.type && each.channels == format.channels; });
}

std::uint32_t internal_format_of(PixelFormat format) {
  return format_of_pixels(format).internal;
}

}  // namespace lenslet::gl

// Checks what a caller names.
#include "gl/pixel_target.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "gl/api.hpp"

namespace lenslet::gl {
namespace {

[[noreturn]] void refuse_target(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

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

constexpr GLenum targets[] = {GL_TEXTURE_2D,       GL_TEXTURE_RECTANGLE,      GL_TEXTURE_2D_ARRAY,
                              GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_3D};

GLenum checked_target(std::uint32_t texture) {
  if (!glIsTexture(texture)) refuse_target(fmt::format("{} is no texture of OpenGL's", texture));
  const GLenum target = target_of_texture(texture);
  if (std::ranges::count(targets, target) == 0)
    throw Error(ErrorKind::unsupported,
                fmt::format("a texture of the target 0x{:04x}; allowed: GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, "
                            "GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_3D",
                            target));
  return target;
}

void check_level(int level) {
  GLint widest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &widest);
  const int most = static_cast<int>(std::bit_width(static_cast<unsigned>(widest))) - 1;
  if (level < 0 || level > most) refuse_target(fmt::format("level {} of a texture; allowed: 0 to {}", level, most));
}

// A cube has six faces, in OpenGL's order.
void check_layer(const Texels& texels) {
  constexpr int faces = 6;
  const int count = texels.target == GL_TEXTURE_CUBE_MAP
                        ? faces
                        : std::max(1, level_value(texels.texture, texels.level, GL_TEXTURE_DEPTH));
  if (texels.layer < 0 || texels.layer >= count)
    refuse_target(fmt::format("layer {} of texture {}; allowed: 0 to {}", texels.layer, texels.texture, count - 1));
}

int channels_of(const TextureFormat& format, const ImageUse& use) {
  const int channels = use.channels.value_or(format.channels);
  if (channels == format.channels || (channels == 3 && format.channels == 4)) return channels;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{} channels of {}; allowed: {}", channels, format.name,
                          format.channels == 4 ? "4, or 3 without its alpha" : std::to_string(format.channels)));
}

}  // namespace

PixelTarget PixelTarget::of_texture(std::uint32_t texture, const ImageUse& use) {
  forget_errors();
  const GLenum target = checked_target(texture);
  check_level(use.level);
  const Size size{level_value(texture, use.level, GL_TEXTURE_WIDTH),
                  level_value(texture, use.level, GL_TEXTURE_HEIGHT)};
  if (size.width == 0 || size.height == 0)
    refuse_target(fmt::format("level {} of texture {} has no pixels", use.level, texture));
  const TextureFormat& format =
      format_of_internal(static_cast<std::uint32_t>(level_value(texture, use.level, GL_TEXTURE_INTERNAL_FORMAT)));
  const Texels texels{texture, target, use.level, use.layer, size, &format, channels_of(format, use)};
  check_layer(texels);
  return PixelTarget(texels);
}

PixelTarget PixelTarget::of_renderbuffer(std::uint32_t renderbuffer, const ImageUse& use) {
  forget_errors();
  if (use.level != 0 || use.layer != 0)
    refuse_target(fmt::format("level {} and layer {} of a renderbuffer; allowed: 0", use.level, use.layer));
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
  RenderbufferCopy copy(renderbuffer, format.internal, format.name, size);
  const Texels texels{copy.texture(), GL_TEXTURE_2D, 0, 0, size, &format, channels_of(format, use)};
  return PixelTarget(texels, std::move(copy));
}

}  // namespace lenslet::gl

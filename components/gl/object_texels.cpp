// Refuses what OpenCL would refuse, in words, and so the same where texels are copied.
#include "gl/object_texels.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "gl/api.hpp"
#include "gl/complete.hpp"
#include "toolkit/ocl/texel_formats.hpp"

namespace lenslet::gl {
namespace {

constexpr int faces_of_cube = 6;

struct ObjectTarget {
  GLenum target;
  ImageKind kind;
};

constexpr ObjectTarget object_targets[] = {
    {GL_TEXTURE_1D, ImageKind::image1d},       {GL_TEXTURE_1D_ARRAY, ImageKind::image1d_array},
    {GL_TEXTURE_2D, ImageKind::image2d},       {GL_TEXTURE_RECTANGLE, ImageKind::image2d},
    {GL_TEXTURE_CUBE_MAP, ImageKind::image2d}, {GL_TEXTURE_2D_ARRAY, ImageKind::image2d_array},
    {GL_TEXTURE_3D, ImageKind::image3d},       {GL_TEXTURE_BUFFER, ImageKind::image1d_buffer},
};

[[noreturn]] void refuse_texels(ErrorKind kind, const std::string& what) {
  throw Error(kind, what);
}

GLint texture_parameter(std::uint32_t texture, GLenum name) {
  GLint value = 0;
  glGetTextureParameteriv(texture, name, &value);
  return value;
}

const ObjectTarget& target_of(std::uint32_t texture) {
  if (!glIsTexture(texture))
    refuse_texels(ErrorKind::invalid_argument, fmt::format("{} is no texture of OpenGL's", texture));
  const GLenum target = target_of_texture(texture);
  const auto found = std::ranges::find(object_targets, target, &ObjectTarget::target);
  if (found != std::end(object_targets)) return *found;
  refuse_texels(ErrorKind::unsupported,
                fmt::format("a texture of the target 0x{:04x}; allowed: GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY, "
                            "GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_ARRAY, "
                            "GL_TEXTURE_3D, GL_TEXTURE_BUFFER",
                            target));
}

void check_in(const char* what, int value, int first, int last, std::uint32_t texture) {
  if (value >= first && value <= last) return;
  refuse_texels(ErrorKind::invalid_argument,
                fmt::format("{} {} of texture {}; allowed: {}", what, value, texture,
                            first == last ? std::to_string(first) : fmt::format("{} to {}", first, last)));
}

GLint level_side(std::uint32_t texture, int level, GLenum name) {
  GLint value = 0;
  glGetTextureLevelParameteriv(texture, level, name, &value);
  return value;
}

// The last level that has texels, or that shaders may read.
int last_of(std::uint32_t texture, int first) {
  const int most = texture_parameter(texture, GL_TEXTURE_MAX_LEVEL);
  int last = first;
  while (last < most && level_side(texture, last + 1, GL_TEXTURE_WIDTH) > 0) ++last;
  forget_errors();  // of the level behind the largest that there can be
  return last;
}

void check_texture_level(std::uint32_t texture, GLenum target, int level) {
  const bool has_levels = target != GL_TEXTURE_RECTANGLE && target != GL_TEXTURE_BUFFER;
  const int first = has_levels ? texture_parameter(texture, GL_TEXTURE_BASE_LEVEL) : 0;
  check_in("level", level, first, has_levels ? last_of(texture, first) : 0, texture);
}

ImageDescription description_of_level(std::uint32_t texture, ImageKind kind, int level, const TexelFormat& format) {
  const auto side = [&](GLenum name) { return static_cast<std::size_t>(level_side(texture, level, name)); };
  ImageDescription described{kind, format, side(GL_TEXTURE_WIDTH)};
  if (kind == ImageKind::image1d_array) described.layers = side(GL_TEXTURE_HEIGHT);
  if (kind == ImageKind::image2d_array) described.layers = side(GL_TEXTURE_DEPTH);
  if (kind == ImageKind::image3d) described.depth = side(GL_TEXTURE_DEPTH);
  if (kind == ImageKind::image2d || kind == ImageKind::image2d_array || kind == ImageKind::image3d)
    described.height = side(GL_TEXTURE_HEIGHT);
  return described;
}

void check_store(std::uint32_t texture) {
  if (level_side(texture, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING) == 0 ||
      level_side(texture, 0, GL_TEXTURE_WIDTH) == 0)
    refuse_texels(ErrorKind::invalid_argument,
                  fmt::format("texture {} has no texels: its buffer, or that buffer's memory, is missing; "
                              "glTextureBuffer() and glNamedBufferData() make them",
                              texture));
}

GLint renderbuffer_side(std::uint32_t renderbuffer, GLenum name) {
  GLint value = 0;
  glGetNamedRenderbufferParameteriv(renderbuffer, name, &value);
  return value;
}

}  // namespace

ObjectTexels checked_texture(std::uint32_t texture, const TexelUse& use) {
  forget_errors();
  const ObjectTarget& found = target_of(texture);
  const bool cube = found.target == GL_TEXTURE_CUBE_MAP;
  check_in("face", use.face, 0, cube ? faces_of_cube - 1 : 0, texture);
  if (found.target == GL_TEXTURE_BUFFER) check_store(texture);
  if (const std::string problem = completeness_problem(texture, found.target); !problem.empty())
    refuse_texels(ErrorKind::invalid_argument, fmt::format("texture {} is incomplete: {}", texture, problem));
  check_texture_level(texture, found.target, use.level);
  const ObjectFormat& format =
      object_format_of(static_cast<std::uint32_t>(level_side(texture, use.level, GL_TEXTURE_INTERNAL_FORMAT)));
  const GLenum target = cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + static_cast<GLenum>(use.face) : found.target;
  return {texture, target, use.level, &format, description_of_level(texture, found.kind, use.level, format.texel)};
}

ObjectTexels checked_renderbuffer(std::uint32_t renderbuffer) {
  forget_errors();
  if (!glIsRenderbuffer(renderbuffer))
    refuse_texels(ErrorKind::invalid_argument, fmt::format("{} is no renderbuffer of OpenGL's", renderbuffer));
  const auto side = [&](GLenum name) { return static_cast<std::size_t>(renderbuffer_side(renderbuffer, name)); };
  if (side(GL_RENDERBUFFER_WIDTH) == 0)
    refuse_texels(ErrorKind::invalid_argument,
                  fmt::format("renderbuffer {} has no pixels: glNamedRenderbufferStorage() makes them", renderbuffer));
  if (const std::size_t samples = side(GL_RENDERBUFFER_SAMPLES); samples > 0)
    refuse_texels(
        ErrorKind::unsupported,
        fmt::format("a renderbuffer of {} samples a pixel; allowed: of none, into which OpenGL blits it", samples));
  const ObjectFormat& format = object_format_of(static_cast<std::uint32_t>(side(GL_RENDERBUFFER_INTERNAL_FORMAT)));
  return {renderbuffer,
          GL_RENDERBUFFER,
          0,
          &format,
          {ImageKind::image2d, format.texel, side(GL_RENDERBUFFER_WIDTH), side(GL_RENDERBUFFER_HEIGHT)}};
}

bool is_renderbuffer(const ObjectTexels& texels) {
  return texels.target == GL_RENDERBUFFER;
}

std::uint64_t bytes_of(const ObjectTexels& texels) {
  const ImageDescription& d = texels.description;
  return std::uint64_t{ocl::bytes_of(texels.format->texel)} * d.width * d.height * d.depth * d.layers;
}

// OpenCL knows a cube's face, and a rectangle, as 2D textures.
TexelOrigin origin_of(const ObjectTexels& texels) {
  using Kind = TexelOrigin::Kind;
  if (is_renderbuffer(texels)) return {Kind::renderbuffer, texels.name, 0, 0};
  constexpr Kind kinds[] = {Kind::texture_1d, Kind::texture_buffer,   Kind::texture_1d_array,
                            Kind::texture_2d, Kind::texture_2d_array, Kind::texture_3d};
  return {kinds[static_cast<std::size_t>(texels.description.kind)], texels.name, texels.target, texels.level};
}

}  // namespace lenslet::gl

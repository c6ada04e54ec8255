// Images in textures and renderbuffers, through a buffer: kernels read samples in rows, which no texture has.
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/gl.hpp>

#include "gl/api.hpp"
#include "gl/current.hpp"
#include "gl/pixel_store.hpp"
#include "gl/pixel_target.hpp"
#include "gl/staging.hpp"
#include "gl/texels.hpp"
#include "image/layout.hpp"

namespace lenslet::gl {
namespace {

bool is_flat(const Texels& texels) {
  return texels.target == GL_TEXTURE_2D || texels.target == GL_TEXTURE_RECTANGLE;
}

GLenum components_of(const Texels& texels) {
  if (texels.channels == texels.format->channels) return texels.format->components;
  return texels.format->components == GL_RGBA_INTEGER ? GL_RGB_INTEGER : GL_RGB;
}

GLsizei checked_bytes(const PixelRows& rows) {
  GLint64 bytes = 0;
  glGetNamedBufferParameteri64v(rows.buffer, GL_BUFFER_SIZE, &bytes);
  constexpr GLint64 most = std::numeric_limits<GLsizei>::max();
  if (bytes > most)
    throw Error(ErrorKind::unsupported,
                fmt::format("a texture of {} bytes; OpenGL copies those of up to {}", bytes, most));
  return static_cast<GLsizei>(bytes);
}

void pack(const Texels& texels, const PixelRows& rows) {
  forget_errors();
  const auto width = static_cast<GLsizei>(texels.size.width), height = static_cast<GLsizei>(texels.size.height);
  const GLenum components = components_of(texels), samples = texels.format->samples;
  const GLsizei bytes = checked_bytes(rows);
  const PixelStore store(PixelStore::Way::pack, rows.buffer, rows.row_pixels);
  if (is_flat(texels))
    glGetTextureImage(texels.texture, texels.level, components, samples, bytes, nullptr);
  else
    glGetTextureSubImage(texels.texture, texels.level, 0, 0, texels.layer, width, height, 1, components, samples, bytes,
                         nullptr);
  check_errors(is_flat(texels) ? "glGetTextureImage" : "glGetTextureSubImage", texels.format->name);
}

void unpack(const Texels& texels, const PixelRows& rows) {
  forget_errors();
  const auto width = static_cast<GLsizei>(texels.size.width), height = static_cast<GLsizei>(texels.size.height);
  const GLenum components = components_of(texels), samples = texels.format->samples;
  const PixelStore store(PixelStore::Way::unpack, rows.buffer, rows.row_pixels);
  if (is_flat(texels))
    glTextureSubImage2D(texels.texture, texels.level, 0, 0, width, height, components, samples, nullptr);
  else
    glTextureSubImage3D(texels.texture, texels.level, 0, 0, texels.layer, width, height, 1, components, samples,
                        nullptr);
  check_errors(is_flat(texels) ? "glTextureSubImage2D" : "glTextureSubImage3D", texels.format->name);
}

constexpr std::int64_t min_alignment = 4;
constexpr std::int64_t row_alignment = 128;  // bytes; rows at multiples of these are the fastest
constexpr std::int64_t min_units = 8;        // of alignment in a row: in shorter rows gaps cost more than they save

// A row begins with a whole word, since shaders store words.
std::int64_t row_pixels(Size size, PixelFormat format) {
  const auto bytes = static_cast<std::int64_t>(format.bytes());
  const std::int64_t whole = row_alignment / std::gcd(row_alignment, bytes);
  const std::int64_t unit = size.width < min_units * whole ? min_alignment / std::gcd(min_alignment, bytes) : whole;
  return (size.width + unit - 1) / unit * unit;
}

PixelFormat pixels_of(const Texels& texels, const ImageUse& use) {
  const PixelFormat pixels{texels.format->type, texels.channels, use.alpha.value_or(texels.channels == max_channels)};
  check(pixels);
  return pixels;
}

}  // namespace

struct SharedImage::Target {
  void to_rows(ContextState& state) const {
    pixels.fetch();
    copy == TexelCopy::shaders ? state.shaders.to_rows(pixels.texels(), rows) : pack(pixels.texels(), rows);
  }

  void from_rows(ContextState& state) const {
    copy == TexelCopy::shaders ? state.shaders.from_rows(pixels.texels(), rows) : unpack(pixels.texels(), rows);
    pixels.store();
  }

  PixelTarget pixels;
  PixelRows rows;
  TexelCopy copy = TexelCopy::pixel_buffers;
  std::string reason = {};
};

SharedImage::SharedImage(std::unique_ptr<Target> target, std::unique_ptr<Staging> staging, DeviceImage image)
    : target_(std::move(target)), staging_(std::move(staging)), image_(std::move(image)) {}
SharedImage::SharedImage(SharedImage&&) noexcept = default;
SharedImage& SharedImage::operator=(SharedImage&&) noexcept = default;
SharedImage::~SharedImage() = default;

SharedImage Context::share(PixelTarget pixels, const ImageUse& use) const {
  const Texels& texels = pixels.texels();
  const ImageType type{pixels_of(texels, use), texels.size};
  const std::int64_t row = row_pixels(type.size, type.format);
  const ImageLayout layout = checked_layout(type, {.stride = row * static_cast<std::int64_t>(type.format.bytes())});
  const auto bytes = static_cast<std::uint64_t>(layout.stride * type.size.height);
  // If pixels go through the host anyway, OpenGL's driver copies them faster than a shader.
  const TexelCopy wanted =
      state_->texel_copy.value_or(state_->sharing == Sharing::copies ? TexelCopy::pixel_buffers : TexelCopy::shaders);
  std::string problem = wanted == TexelCopy::shaders ? shader_problem(texels, bytes) : "";
  if (state_->texel_copy == TexelCopy::shaders && !problem.empty())
    throw Error(ErrorKind::unsupported, fmt::format("no shader copies: {}; pixel buffers always do", problem));
  const TexelCopy copy = problem.empty() ? wanted : TexelCopy::pixel_buffers;
  std::unique_ptr<Staging> staging = make_staging(state_, bytes, use.access);
  DeviceImage image = image_at(staging->memory(), type, layout);
  const PixelRows rows{staging->buffer(), row};
  return {std::make_unique<SharedImage::Target>(SharedImage::Target{std::move(pixels), rows, copy, std::move(problem)}),
          std::move(staging), std::move(image)};
}

SharedImage Context::texture(std::uint32_t texture, const ImageUse& use) const {
  check_current(*state_);
  return share(PixelTarget::of_texture(texture, use), use);
}

SharedImage Context::renderbuffer(std::uint32_t renderbuffer, const ImageUse& use) const {
  check_current(*state_);
  return share(PixelTarget::of_renderbuffer(renderbuffer, use), use);
}

TexelCopy SharedImage::texel_copy() const {
  return target_->copy;
}

const std::string& SharedImage::texel_copy_reason() const {
  return target_->reason;
}

void SharedImage::acquire() {
  staging_->check_owner(false);
  if (staging_->access() != KernelAccess::write_only) target_->to_rows(staging_->state());
  staging_->to_session();
}

void SharedImage::release() {
  staging_->to_opengl();
  if (staging_->access() == KernelAccess::read_only) return;
  target_->from_rows(staging_->state());
  staging_->after_reads();
}

}  // namespace lenslet::gl

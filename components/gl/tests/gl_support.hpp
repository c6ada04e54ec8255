// For tests of OpenGL: a context without a window, and textures of known pixels.
#pragma once

#include <epoxy/gl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/gl.hpp>
#include <lenslet/lenslet.hpp>

#include "image_support.hpp"

namespace lenslet::gl {

// Null if the session takes no foreign memory, or if Vulkan exports none.
std::shared_ptr<const MemoryExporter> exporter_for(const Session& session);

// OpenGL's words for the pixels of a texture.
struct PixelWords {
  GLenum components, samples;
};

inline PixelWords words_of(PixelFormat format) {
  constexpr GLenum components[] = {GL_RED, GL_RG, GL_RGB, GL_RGBA};
  constexpr GLenum samples[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_HALF_FLOAT, GL_FLOAT};
  const auto* type = std::ranges::find(filter_types, format.type);
  return {components[format.channels - 1], samples[type - filter_types]};
}

// A texture that its owner deletes.
class Texture {
 public:
  Texture(GLenum internal, Size size, GLenum target = GL_TEXTURE_2D, int levels = 1) {
    glCreateTextures(target, 1, &name_);
    glTextureStorage2D(name_, levels, internal, static_cast<GLsizei>(size.width), static_cast<GLsizei>(size.height));
  }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  ~Texture() { glDeleteTextures(1, &name_); }

  GLuint name() const { return name_; }

  void set(const Image& image, int level = 0) const {
    const PixelWords words = words_of(image.format());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(name_, level, 0, 0, static_cast<GLsizei>(image.width()), static_cast<GLsizei>(image.height()),
                        words.components, words.samples, image.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  }

  Image get(Size size, PixelFormat format, int level = 0) const {
    Image image(size, format);
    const PixelWords words = words_of(format);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureImage(name_, level, words.components, words.samples,
                      static_cast<GLsizei>(image.stride() * image.height()), image.data());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    return image;
  }

 private:
  GLuint name_ = 0;
};

// Shares what the machine, or the layer of the test, lets it share.
class GlTest : public testing::Test {
 private:
  Session alone_;  // tells the device, for which OpenGL's context is made

 protected:
  OffscreenContext opengl{uuid_of(alone_)};
  Context context = Context::open({}, {.exporter = exporter_for(alone_)});
  Session session = context.session();

  bool shares_objects() const { return context.sharing() == Sharing::objects; }
};

constexpr TexelCopy by_shaders = TexelCopy::shaders, by_buffers = TexelCopy::pixel_buffers;

// Tests both ways to copy texels.
class CopyTest : public GlTest {
 protected:
  const Context& in(TexelCopy copy) const { return copy == by_shaders ? shaders : buffers; }

  Context shaders{session, {.exporter = exporter_for(session), .texel_copy = by_shaders}};
  Context buffers{session, {.exporter = exporter_for(session), .texel_copy = by_buffers}};
};

}  // namespace lenslet::gl

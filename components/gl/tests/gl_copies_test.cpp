// Shaders and pixel buffers copy texels in the same way, and say why one is not available.
#include "gl_support.hpp"
#include "refusal.hpp"

namespace lenslet::gl {
namespace {

constexpr Size nine{9, 5};

using Copies = CopyTest;

TEST_F(Copies, AreByShadersWhereMemoryIsShared) {
  const Texture texture(GL_RGBA8, nine);
  EXPECT_EQ(context.texture(texture.name()).texel_copy(),
            context.sharing() == Sharing::copies ? by_buffers : by_shaders);
}

TEST_F(Copies, OfThreeChannelsOfFourLeaveThemOpaque) {
  for (const SampleType type : filter_types)
    for (const TexelCopy copy : {by_shaders, by_buffers}) {
      const PixelFormat three{type, 3}, four{type, 4, true};
      const Texture texture(internal_format_of(four), nine);
      texture.set(pattern(nine, four));
      SharedImage shared = in(copy).texture(texture.name(), {.channels = 3});
      ASSERT_EQ(shared.texel_copy(), copy) << shared.texel_copy_reason();
      ASSERT_EQ(shared.image().format(), three);
      shared.acquire();
      const Image got = session.download(shared.image()), from = pattern(nine, four);
      for (int c = 0; c < 3; ++c) EXPECT_EQ(got.at(8, 4, c), from.at(8, 4, c));
      session.upload(pattern(nine, three, 1), shared.image());
      shared.release();
      const Image after = texture.get(nine, four), written = pattern(nine, three, 1);
      for (int c = 0; c < 3; ++c) EXPECT_EQ(after.at(3, 2, c), written.at(3, 2, c));
      EXPECT_EQ(after.at(3, 2, 3), type == SampleType::u8 ? 255 : type == SampleType::u16 ? 65535 : 1);
    }
}

TEST_F(Copies, OfIntegersHaveAnAlphaOfOne) {
  for (const TexelCopy copy : {by_shaders, by_buffers}) {
    const Texture texture(GL_RGBA16UI, nine);
    SharedImage shared = in(copy).texture(texture.name(), {.access = KernelAccess::write_only, .channels = 3});
    shared.acquire();
    session.upload(pattern(nine, {SampleType::u16, 3}), shared.image());
    shared.release();
    std::uint16_t texels[9 * 5 * 4];
    glGetTextureImage(texture.name(), 0, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, sizeof texels, texels);
    EXPECT_EQ(texels[4], pattern(nine, {SampleType::u16, 3}).at(1, 0, 0));
    EXPECT_EQ(texels[7], 1);
  }
}

// A texture of several layers. Level 0 of each has its own pixels.
class Layered {
 public:
  Layered(GLenum target, int layers) {
    glCreateTextures(target, 1, &name_);
    if (target == GL_TEXTURE_CUBE_MAP)
      glTextureStorage2D(name_, 1, GL_RGBA8, 8, 8);
    else
      glTextureStorage3D(name_, 1, GL_RGBA8, 8, 8, layers);
    for (int i = 0; i < layers; ++i) {
      const Image image = pattern({8, 8}, format, i);
      glTextureSubImage3D(name_, 0, 0, 0, i, 8, 8, 1, GL_RGBA, GL_UNSIGNED_BYTE, image.data());
    }
  }
  Layered(const Layered&) = delete;
  Layered& operator=(const Layered&) = delete;
  ~Layered() { glDeleteTextures(1, &name_); }

  static constexpr PixelFormat format{SampleType::u8, 4, true};

  GLuint name() const { return name_; }

  Image layer(int i) const {
    Image image({8, 8}, format);
    glGetTextureSubImage(name_, 0, 0, 0, i, 8, 8, 1, GL_RGBA, GL_UNSIGNED_BYTE, 256, image.data());
    return image;
  }

 private:
  GLuint name_ = 0;
};

TEST_F(Copies, OfOneLayerLeaveTheOthers) {
  for (const GLenum target : {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_3D})
    for (const TexelCopy copy : {by_shaders, by_buffers}) {
      const Layered texture(target, 6);
      SharedImage shared = in(copy).texture(texture.name(), {.layer = 4});
      ASSERT_EQ(shared.texel_copy(), copy) << shared.texel_copy_reason();
      shared.acquire();
      EXPECT_TRUE(equal(session.download(shared.image()), pattern({8, 8}, Layered::format, 4))) << target;
      session.upload(pattern({8, 8}, Layered::format, 77), shared.image());
      shared.release();
      for (int i = 0; i < 6; ++i)
        EXPECT_TRUE(equal(texture.layer(i), pattern({8, 8}, Layered::format, i == 4 ? 77 : i))) << target << ' ' << i;
    }
}

TEST_F(Copies, GoByPixelBuffersWhereNoShaderCan) {
  const auto check = [&](GLuint texture, const std::string& reason, const ImageUse& use = {}) {
    const SharedImage shared = context.texture(texture, use);
    EXPECT_EQ(shared.texel_copy(), by_buffers);
    EXPECT_EQ(shared.texel_copy_reason(), context.sharing() == Sharing::copies ? "" : reason);
    EXPECT_EQ(refusal([&] { shaders.texture(texture, use); }, ErrorKind::unsupported),
              "no shader copies: " + reason + "; pixel buffers always do");
    EXPECT_EQ(buffers.texture(texture, use).texel_copy_reason(), "");
  };
  const Texture three(GL_RGB8, nine), coded(GL_SRGB8_ALPHA8, nine), cut(GL_R8, {8, 8}, GL_TEXTURE_2D, 3);
  check(three.name(), "image units have no GL_RGB8");
  check(coded.name(), "image units have no GL_SRGB8_ALPHA8");
  glTextureParameteri(cut.name(), GL_TEXTURE_BASE_LEVEL, 1);
  glTextureParameteri(cut.name(), GL_TEXTURE_MAX_LEVEL, 2);
  const std::string name = std::to_string(cut.name());
  check(cut.name(), "level 0 of texture " + name + " is none of those from 1 to 2 that shaders have");
  EXPECT_EQ(shaders.texture(cut.name(), {.level = 1}).texel_copy(), by_shaders);
}

// Such a texture is complete for no image unit, which would read zeros.
TEST_F(Copies, OfTexturesWithoutOneStorage) {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  const PixelFormat format{SampleType::u8, 4, true};
  const Image image = pattern(nine, format);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 9, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, image.data());
  SharedImage shared = context.texture(texture);
  EXPECT_EQ(refusal([&] { shaders.texture(texture); }, ErrorKind::unsupported),
            "no shader copies: texture " + std::to_string(texture) +
                " has no storage of glTextureStorage's; pixel buffers always do");
  shared.acquire();
  EXPECT_TRUE(equal(session.download(shared.image()), image));
  shared.release();
  glDeleteTextures(1, &texture);
}

GLint indexed(GLenum name) {
  GLint value = 0;
  glGetIntegeri_v(name, 0, &value);
  return value;
}

TEST_F(Copies, LeaveWhatIsBound) {
  GLuint buffer = 0;
  glCreateBuffers(1, &buffer);
  glNamedBufferData(buffer, 4096, nullptr, GL_STATIC_DRAW);
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, buffer, 1024, 512);
  const Texture texture(GL_RGBA8, nine), bound(GL_R32F, nine, GL_TEXTURE_2D, 2);
  glBindImageTexture(0, bound.name(), 1, GL_FALSE, 0, GL_READ_WRITE, GL_R32F);
  SharedImage shared = shaders.texture(texture.name());
  shared.acquire();
  shared.release();
  GLint64 start = 0;
  glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, 0, &start);
  GLint program = 1, generic = 0;
  glGetIntegerv(GL_CURRENT_PROGRAM, &program);
  glGetIntegerv(GL_SHADER_STORAGE_BUFFER_BINDING, &generic);
  EXPECT_EQ(start, 1024);
  EXPECT_EQ(program, 0);
  EXPECT_EQ(generic, static_cast<GLint>(buffer));
  EXPECT_EQ(indexed(GL_SHADER_STORAGE_BUFFER_BINDING), static_cast<GLint>(buffer));
  EXPECT_EQ(indexed(GL_IMAGE_BINDING_NAME), static_cast<GLint>(bound.name()));
  EXPECT_EQ(indexed(GL_IMAGE_BINDING_LEVEL), 1);
  EXPECT_EQ(indexed(GL_IMAGE_BINDING_ACCESS), GL_READ_WRITE);
  EXPECT_EQ(indexed(GL_IMAGE_BINDING_FORMAT), GL_R32F);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  glDeleteBuffers(1, &buffer);
}

}  // namespace
}  // namespace lenslet::gl

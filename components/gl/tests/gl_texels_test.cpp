// Textures of all kinds and renderbuffers as image objects: OpenGL's own where objects are shared, else copies.
#include <array>
#include <cstdlib>

#include <lenslet/gl_texels.hpp>
#include <lenslet/kernel.hpp>
#include <lenslet/queue.hpp>

#include "gl/context_state.hpp"
#include "gl/renderbuffer_copy.hpp"
#include "gl/texel_objects.hpp"
#include "gl_support.hpp"
#include "refusal.hpp"

namespace lenslet::gl {
namespace {

using Bytes = std::vector<std::byte>;
using Kind = TexelOrigin::Kind;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

Bytes bytes_from(std::size_t count, int first) {
  Bytes bytes(count);
  for (std::size_t i = 0; i < count; ++i)
    bytes[i] = static_cast<std::byte>((static_cast<std::size_t>(first) + i * 7) % 251);
  return bytes;
}

class Texels : public GlTest {
 protected:
  Texels() { glPixelStorei(GL_PACK_ALIGNMENT, 1), glPixelStorei(GL_UNPACK_ALIGNMENT, 1); }
  ~Texels() override {
    glDeleteTextures(static_cast<GLsizei>(textures_.size()), textures_.data());
    glDeleteBuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
    glDeleteRenderbuffers(static_cast<GLsizei>(renderbuffers_.size()), renderbuffers_.data());
  }

  GLuint texture(GLenum target) {
    glCreateTextures(target, 1, &textures_.emplace_back());
    return textures_.back();
  }

  GLuint flat(GLenum format, int width, int height, int levels = 1, GLenum target = GL_TEXTURE_2D) {
    const GLuint made = texture(target);
    glTextureStorage2D(made, levels, format, width, height);
    return made;
  }

  GLuint buffer(std::size_t bytes) {
    glCreateBuffers(1, &buffers_.emplace_back());
    if (bytes > 0) glNamedBufferData(buffers_.back(), static_cast<GLsizeiptr>(bytes), nullptr, GL_STATIC_DRAW);
    return buffers_.back();
  }

  GLuint renderbuffer(GLenum format, int width, int height) {
    glCreateRenderbuffers(1, &renderbuffers_.emplace_back());
    if (width > 0) glNamedRenderbufferStorage(renderbuffers_.back(), format, width, height);
    return renderbuffers_.back();
  }

  static std::size_t bytes_in(const SharedTexels& texels) {
    const TexelBox whole = whole_of(texels.image().description());
    return texels.image().info().element_bytes * whole.size[0] * whole.size[1] * whole.size[2];
  }

  // Reads and writes as a kernel would, in a queue that begins after the session's.
  Bytes read(const SharedTexels& texels) const {
    Bytes bytes(bytes_in(texels));
    Queue(session).read(texels.image(), bytes).wait();
    return bytes;
  }
  void write(const SharedTexels& texels, const Bytes& bytes) const {
    Queue(session).write(bytes, texels.image()).wait();
  }

  std::string says(GLuint name, const TexelUse& use = {}, ErrorKind kind = ErrorKind::invalid_argument) const {
    return refusal([&] { texels_of_texture(context, name, use); }, kind);
  }

 private:
  std::vector<GLuint> textures_, buffers_, renderbuffers_;
};

// A part of a texture: rows, slices and layers, or one face of a cube.
struct Part {
  GLenum target;
  ImageKind kind;
  Kind origin;
  GLsizei sides[3];  // as OpenGL counts them
  int face = 0;
};

class TexelKinds : public Texels, public testing::WithParamInterface<Part> {
 protected:
  GLuint made() {
    const GLuint name = texture(GetParam().target);
    const GLsizei* sides = GetParam().sides;
    if (GetParam().target == GL_TEXTURE_1D)
      glTextureStorage1D(name, levels(), GL_RGBA8, 2 * sides[0]);
    else if (has_third())
      glTextureStorage3D(name, levels(), GL_RGBA8, 2 * sides[0], 2 * sides[1], layers(2));
    else
      glTextureStorage2D(name, levels(), GL_RGBA8, levels() * sides[0],
                         GetParam().target == GL_TEXTURE_1D_ARRAY ? sides[1] : levels() * sides[1]);
    return name;
  }

  int levels() const { return GetParam().target == GL_TEXTURE_RECTANGLE ? 1 : 2; }
  int level() const { return levels() - 1; }
  bool has_third() const { return GetParam().target == GL_TEXTURE_3D || GetParam().target == GL_TEXTURE_2D_ARRAY; }
  GLsizei layers(int of_volume) const {
    return GetParam().sides[2] * (GetParam().target == GL_TEXTURE_3D ? of_volume : 1);
  }

  std::size_t bytes() const {
    const GLsizei* sides = GetParam().sides;
    return static_cast<std::size_t>(sides[0] * sides[1] * sides[2]) * 4;
  }

  void set(GLuint name, const Bytes& from) const {
    const GLsizei* sides = GetParam().sides;
    if (GetParam().target == GL_TEXTURE_1D)
      glTextureSubImage1D(name, level(), 0, sides[0], GL_RGBA, GL_UNSIGNED_BYTE, from.data());
    else if (has_third() || GetParam().target == GL_TEXTURE_CUBE_MAP)
      glTextureSubImage3D(name, level(), 0, 0, GetParam().face, sides[0], sides[1], sides[2], GL_RGBA, GL_UNSIGNED_BYTE,
                          from.data());
    else
      glTextureSubImage2D(name, level(), 0, 0, sides[0], sides[1], GL_RGBA, GL_UNSIGNED_BYTE, from.data());
  }

  Bytes get(GLuint name) const {
    Bytes got(bytes());
    const GLsizei* sides = GetParam().sides;
    glGetTextureSubImage(name, level(), 0, 0, GetParam().face, sides[0], sides[1], sides[2], GL_RGBA, GL_UNSIGNED_BYTE,
                         static_cast<GLsizei>(got.size()), got.data());
    return got;
  }
};

TEST_P(TexelKinds, ComeAndGo) {
  const GLuint name = made();
  const Bytes before = bytes_from(bytes(), 1), after = bytes_from(bytes(), 100);
  set(name, before);
  SharedTexels shared = texels_of_texture(context, name, {.level = level(), .face = GetParam().face});
  EXPECT_EQ(shared.image().description().kind, GetParam().kind);
  EXPECT_EQ(shared.image().description().format, (TexelFormat{ChannelOrder::rgba, ChannelType::unorm_int8}));
  shared.acquire();
  EXPECT_EQ(read(shared), before);
  write(shared, after);
  EXPECT_EQ(get(name), before) << "OpenGL saw it before release()";
  shared.release();
  EXPECT_EQ(get(name), after);
}

TEST_P(TexelKinds, SayWhatTheyAreOf) {
  const GLuint name = made();
  const SharedTexels shared = texels_of_texture(context, name, {.level = level(), .face = GetParam().face});
  const GLenum target = GetParam().target == GL_TEXTURE_CUBE_MAP
                            ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + static_cast<GLenum>(GetParam().face)
                            : GetParam().target;
  EXPECT_EQ(shared.origin(), (TexelOrigin{GetParam().origin, name, target, level()}));
}

INSTANTIATE_TEST_SUITE_P(
    All, TexelKinds,
    testing::Values(Part{GL_TEXTURE_1D, ImageKind::image1d, Kind::texture_1d, {9, 1, 1}},
                    Part{GL_TEXTURE_1D_ARRAY, ImageKind::image1d_array, Kind::texture_1d_array, {9, 5, 1}},
                    Part{GL_TEXTURE_2D, ImageKind::image2d, Kind::texture_2d, {9, 5, 1}},
                    Part{GL_TEXTURE_RECTANGLE, ImageKind::image2d, Kind::texture_2d, {9, 5, 1}},
                    Part{GL_TEXTURE_CUBE_MAP, ImageKind::image2d, Kind::texture_2d, {6, 6, 1}},
                    Part{GL_TEXTURE_CUBE_MAP, ImageKind::image2d, Kind::texture_2d, {6, 6, 1}, 5},
                    Part{GL_TEXTURE_2D_ARRAY, ImageKind::image2d_array, Kind::texture_2d_array, {9, 5, 3}},
                    Part{GL_TEXTURE_3D, ImageKind::image3d, Kind::texture_3d, {9, 5, 3}}),
    [](const auto& each) { return std::string(name_of(each.param.kind)) + "_" + std::to_string(each.index); });

TEST_F(Texels, OfBuffersComeAndGo) {
  const GLuint store = buffer(400), name = texture(GL_TEXTURE_BUFFER);
  glTextureBuffer(name, GL_R32F, store);
  std::vector<float> before(100), after(100, 2.5f);
  for (std::size_t i = 0; i < before.size(); ++i) before[i] = static_cast<float>(i);
  glNamedBufferSubData(store, 0, 400, before.data());
  SharedTexels shared = texels_of_texture(context, name);
  EXPECT_THAT(refusal([&] { context.texture(name); }, ErrorKind::unsupported),
              StartsWith("a texture of the target 0x8c2a; allowed: GL_TEXTURE_2D"));
  EXPECT_EQ(shared.image().description(),
            (ImageDescription{ImageKind::image1d_buffer, {ChannelOrder::r, ChannelType::float32}, 100}));
  EXPECT_EQ(shared.origin(), (TexelOrigin{Kind::texture_buffer, name, GL_TEXTURE_BUFFER, 0}));
  const auto program = Program::from_text(session, R"(
__kernel void plus_one(__read_only image1d_buffer_t in, __global float *out) {
  int i = get_global_id(0);
  out[i] = read_imagef(in, i).x + 1;
})");
  const DeviceArray out = session.allocate(ArrayType{SampleType::f32, {100}});
  shared.acquire();
  program.kernel("plus_one").launch({.global = {100}}, {shared.image(), out}).wait();
  EXPECT_EQ(session.download(out).at(99), 100);
  shared.release();
  std::vector<float> got(100);
  glGetNamedBufferSubData(store, 0, 400, got.data());
  EXPECT_EQ(got, before);
}

// The internal formats that the table of renderbuffers lists, with those of image objects.
struct FormatRow {
  GLenum internal;
  ChannelType type;
  GLenum samples;
  bool integers = false;
};

constexpr FormatRow format_rows[] = {
    {GL_RGBA8, ChannelType::unorm_int8, GL_UNSIGNED_BYTE},
    {GL_RGBA16, ChannelType::unorm_int16, GL_UNSIGNED_SHORT},
    {GL_RGBA8I, ChannelType::signed_int8, GL_BYTE, true},
    {GL_RGBA16I, ChannelType::signed_int16, GL_SHORT, true},
    {GL_RGBA32I, ChannelType::signed_int32, GL_INT, true},
    {GL_RGBA8UI, ChannelType::unsigned_int8, GL_UNSIGNED_BYTE, true},
    {GL_RGBA16UI, ChannelType::unsigned_int16, GL_UNSIGNED_SHORT, true},
    {GL_RGBA32UI, ChannelType::unsigned_int32, GL_UNSIGNED_INT, true},
    {GL_RGBA16F, ChannelType::half_float, GL_HALF_FLOAT},
    {GL_RGBA32F, ChannelType::float32, GL_FLOAT},
};

GLenum components_of(const FormatRow& row) {
  return row.integers ? GL_RGBA_INTEGER : GL_RGBA;
}

// Small numbers, which every type holds and no conversion changes: bytes 0 or 1 of integers, and zeros of floats.
Bytes small_numbers(const FormatRow& row, std::size_t count) {
  if (!row.integers && row.type != ChannelType::unorm_int8 && row.type != ChannelType::unorm_int16) return Bytes(count);
  return bytes_from(count, 3);
}

TEST_F(Texels, OfRenderbuffersHaveTheTablesFormats) {
  for (const FormatRow& row : format_rows) {
    const GLuint name = renderbuffer(row.internal, 13, 7);
    SharedTexels shared = texels_of_renderbuffer(context, name);
    EXPECT_EQ(shared.image().description(),
              (ImageDescription{ImageKind::image2d, {ChannelOrder::rgba, row.type}, 13, 7}));
    EXPECT_EQ(shared.origin(), (TexelOrigin{Kind::renderbuffer, name, 0, 0}));
    const Bytes after = small_numbers(row, bytes_in(shared));
    shared.acquire();
    write(shared, after);
    shared.release();
    GLuint frame = 0;
    glCreateFramebuffers(1, &frame);
    glNamedFramebufferRenderbuffer(frame, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, frame);
    Bytes got(after.size());
    glReadPixels(0, 0, 13, 7, components_of(row), row.samples, got.data());
    glDeleteFramebuffers(1, &frame);
    EXPECT_EQ(got, after) << to_string(shared.image().description());
    shared.acquire();
    EXPECT_EQ(read(shared), after);
    shared.release();
  }
}

TEST_F(Texels, OfTexturesHaveTheTablesFormats) {
  for (const FormatRow& row : format_rows) {
    const GLuint name = flat(row.internal, 13, 7);
    SharedTexels shared = texels_of_texture(context, name);
    EXPECT_EQ(shared.image().description().format, (TexelFormat{ChannelOrder::rgba, row.type}));
    const Bytes before = small_numbers(row, bytes_in(shared));
    glTextureSubImage2D(name, 0, 0, 0, 13, 7, components_of(row), row.samples, before.data());
    shared.acquire();
    EXPECT_EQ(read(shared), before) << to_string(shared.image().description());
    shared.release();
  }
}

// A kernel with image objects both ways, as it stands in books.
class TexelKernel : public Texels {
 protected:
  // Negates a texture of one colour. Returns a texel of the result.
  std::vector<int> negated(std::array<GLubyte, 4> colour, ChannelOrder order) {
    const GLuint from = flat(GL_RGBA8, 13, 7), to = flat(GL_RGBA8, 13, 7);
    glClearTexImage(from, 0, GL_RGBA, GL_UNSIGNED_BYTE, colour.data());
    SharedTexels input = texels_of_texture(context, from, {.access = KernelAccess::read_only});
    SharedTexels output = texels_of_texture(context, to, {.access = KernelAccess::write_only});
    EXPECT_EQ(input.image().description().format.order, order);
    input.acquire(), output.acquire();
    program_.kernel("negative").launch({.global = {13, 7}}, {input.image(), output.image()});
    input.release(), output.release();
    GLubyte got[13 * 7 * 4];
    glGetTextureImage(to, 0, GL_RGBA, GL_UNSIGNED_BYTE, sizeof got, got);
    return {got + 90 * 4, got + 91 * 4};
  }

 private:
  Program program_ = Program::from_text(session, R"(
__kernel void negative(__read_only image2d_t in, __write_only image2d_t out) {
  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, (float4)(1) - read_imagef(in, nearest, at));
})");
};

TEST_F(TexelKernel, ReadsAndWritesThem) {
  EXPECT_THAT(negated({255, 51, 0, 255}, ChannelOrder::rgba), testing::ElementsAre(0, 204, 255, 0));
  const bool copies = !shares_objects();
  EXPECT_EQ(context.traffic(), (copies ? Traffic{13 * 7 * 4, 13 * 7 * 4} : Traffic{}));
}

TEST_F(TexelKernel, SeesRedFirstInWhateverOrderTheyLie) {
  if (!shares_objects()) return;
  setenv("SHARING_LAYER_ORDER", "bgra", 1);
  EXPECT_THAT(negated({255, 51, 0, 255}, ChannelOrder::bgra), testing::ElementsAre(0, 204, 255, 0));
  unsetenv("SHARING_LAYER_ORDER");
}

TEST_F(Texels, AreHadByOneAtATime) {
  SharedTexels shared = texels_of_texture(context, flat(GL_RGBA8, 4, 4));
  EXPECT_THAT(refusal([&] { shared.release(); }), StartsWith("release() of what the session has not"));
  shared.acquire();
  EXPECT_THAT(refusal([&] { shared.acquire(); }), StartsWith("acquire() of what the session has already"));
  SharedTexels moved = std::move(shared);
  moved.release();
  moved = texels_of_texture(context, flat(GL_RGBA8, 4, 4));
  moved.acquire();  // its destructor gives it back
}

TEST_F(Texels, OfWhatOpenGlHasDeletedFail) {
  if (shares_objects()) return;  // there OpenCL keeps what it was made of
  const GLuint name = flat(GL_RGBA8, 4, 4);
  SharedTexels shared = texels_of_texture(context, name);
  glDeleteTextures(1, &name);
  EXPECT_THAT(refusal([&] { shared.acquire(); }, ErrorKind::device),
              StartsWith("a read of texels failed: GL_INVALID_"));
}

TEST_F(Texels, LeaveTheContextAsItIs) {
  const GLuint store = buffer(64), bound = flat(GL_RGBA8, 2, 2), mutable_one = texture(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, mutable_one);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 9, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glBindTexture(GL_TEXTURE_2D, bound);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, store);
  glPixelStorei(GL_PACK_ROW_LENGTH, 5);
  SharedTexels shared = texels_of_texture(context, mutable_one);
  shared.acquire();
  shared.release();
  GLint texture_bound = 0, unpack = 0, length = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &texture_bound);
  glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &unpack);
  glGetIntegerv(GL_PACK_ROW_LENGTH, &length);
  EXPECT_EQ(texture_bound, static_cast<GLint>(bound));
  EXPECT_EQ(unpack, static_cast<GLint>(store));
  EXPECT_EQ(length, 5);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(Texels, OfOtherLevelsAndFacesAreRefused) {
  const GLuint pyramid = flat(GL_RGBA8, 8, 8, 3), rectangle = flat(GL_RGBA8, 8, 8, 1, GL_TEXTURE_RECTANGLE),
               cube = flat(GL_RGBA8, 8, 8, 1, GL_TEXTURE_CUBE_MAP);
  const auto of = [](GLuint name) { return " of texture " + std::to_string(name) + "; allowed: "; };
  EXPECT_EQ(says(pyramid, {.level = 3}), "level 3" + of(pyramid) + "0 to 2");
  EXPECT_EQ(says(pyramid, {.level = -1}), "level -1" + of(pyramid) + "0 to 2");
  glTextureParameteri(pyramid, GL_TEXTURE_BASE_LEVEL, 1);
  EXPECT_EQ(says(pyramid), "level 0" + of(pyramid) + "1 to 2");
  EXPECT_EQ(says(rectangle, {.level = 1}), "level 1" + of(rectangle) + "0");
  EXPECT_EQ(says(cube, {.face = 6}), "face 6" + of(cube) + "0 to 5");
  EXPECT_EQ(says(pyramid, {.level = 1, .face = 1}), "face 1" + of(pyramid) + "0");
}

TEST_F(Texels, OfOtherFormatsAndTargetsAreRefused) {
  EXPECT_EQ(says(99), "99 is no texture of OpenGL's");
  EXPECT_THAT(says(flat(GL_RGB8, 8, 8), {}, ErrorKind::unsupported),
              StartsWith("texels of the internal format 0x8051; allowed: GL_RGBA8, GL_RG8, GL_R8, GL_RGBA16, "));
  EXPECT_THAT(says(texture(GL_TEXTURE_CUBE_MAP_ARRAY), {}, ErrorKind::unsupported),
              StartsWith("a texture of the target 0x9009; allowed: GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY, "));
  EXPECT_EQ(refusal([&] { texels_of_renderbuffer(context, 5); }), "5 is no renderbuffer of OpenGL's");
  EXPECT_THAT(refusal([&] { texels_of_renderbuffer(context, renderbuffer(GL_RGBA8, 0, 0)); }),
              HasSubstr("has no pixels: glNamedRenderbufferStorage() makes them"));
  const GLuint sampled = renderbuffer(GL_RGBA8, 0, 0);
  glNamedRenderbufferStorageMultisample(sampled, 4, GL_RGBA8, 8, 8);
  EXPECT_THAT(refusal([&] { texels_of_renderbuffer(context, sampled); }, ErrorKind::unsupported),
              HasSubstr("samples a pixel; allowed: of none"));
}

TEST_F(Texels, OfBuffersWithoutMemoryAreRefused) {
  const GLuint name = texture(GL_TEXTURE_BUFFER);
  EXPECT_THAT(says(name), StartsWith("texture " + std::to_string(name) + " has no texels: its buffer"));
  glTextureBuffer(name, GL_RGBA8, buffer(0));
  EXPECT_THAT(says(name), EndsWith("; glTextureBuffer() and glNamedBufferData() make them"));
}

// OpenGL gives the lowest name that is free.
TEST_F(Texels, OfARenderbuffersCopyAreDeletedWhereItFails) {
  const GLuint before = texture(GL_TEXTURE_2D);
  const auto copy = [&] { const RenderbufferCopy made(renderbuffer(GL_RGBA8, 4, 4), GL_RGBA, "GL_RGBA", {4, 4}); };
  EXPECT_THAT(refusal(copy, ErrorKind::device), StartsWith("glTextureStorage2D failed: GL_INVALID_ENUM"));
  EXPECT_FALSE(glIsTexture(before + 1));
}

using Incomplete = Texels;

TEST_F(Incomplete, TexturesAreRefusedUntilTheyHaveAllTheirLevels) {
  const GLuint name = texture(GL_TEXTURE_2D);
  const std::string begin = "texture " + std::to_string(name) + " is incomplete: ";
  EXPECT_EQ(says(name), begin + "its base level 0 has no texels: glTexImage2D() or its like makes them");
  glBindTexture(GL_TEXTURE_2D, name);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  EXPECT_EQ(says(name), begin +
                            "its filter reads levels, of which 1 is 0 x 0 x 0 and not 4 x 2 x 1: glGenerateMipmap(), "
                            "or GL_TEXTURE_MIN_FILTER as GL_LINEAR or GL_NEAREST, completes it");
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  EXPECT_EQ(texels_of_texture(context, name).image().description().width, 8u);
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glGenerateTextureMipmap(name);
  EXPECT_EQ(texels_of_texture(context, name, {.level = 3}).image().description().width, 1u);
}

TEST_F(Incomplete, RectanglesHaveOneLevel) {
  const GLuint name = texture(GL_TEXTURE_RECTANGLE);
  glBindTexture(GL_TEXTURE_RECTANGLE, name);
  EXPECT_THAT(says(name), HasSubstr("is incomplete: its base level 0 has no texels"));
  glTexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA8, 8, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  EXPECT_EQ(texels_of_texture(context, name).image().description().height, 5u);
}

TEST_F(Incomplete, LayersDoNotShrink) {
  for (const GLenum target : {GL_TEXTURE_1D_ARRAY, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_3D, GL_TEXTURE_1D}) {
    const GLuint name = texture(target);
    glBindTexture(target, name);
    if (target == GL_TEXTURE_1D)
      glTexImage1D(target, 0, GL_RGBA8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    else if (target == GL_TEXTURE_1D_ARRAY)
      glTexImage2D(target, 0, GL_RGBA8, 8, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    else
      glTexImage3D(target, 0, GL_RGBA8, 8, 4, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_THAT(says(name), HasSubstr("its filter reads levels, of which 1 is 0 x 0 x 0"));
    glGenerateTextureMipmap(name);
    EXPECT_EQ(texels_of_texture(context, name, {.level = 1}).image().description().width, 4u);
  }
}

TEST_F(Incomplete, CubesNeedSixEqualFaces) {
  const GLuint name = texture(GL_TEXTURE_CUBE_MAP);
  const auto face = [&](GLenum which, int width, int height) {
    glTexImage2D(which, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  };
  glBindTexture(GL_TEXTURE_CUBE_MAP, name);
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  face(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 8, 8);
  EXPECT_THAT(says(name), EndsWith("face 1 of level 0 has another size or format than face 0: six alike complete it"));
  for (GLenum i = 0; i < 6; ++i) face(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 8, 8);
  EXPECT_EQ(texels_of_texture(context, name, {.face = 5}).image().description().height, 8u);
}

TEST_F(Incomplete, CubesNeedSixEqualFacesOfEachLevel) {
  const GLuint name = texture(GL_TEXTURE_CUBE_MAP);
  glBindTexture(GL_TEXTURE_CUBE_MAP, name);
  const auto face = [&](GLenum i, int level, int side) {
    glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, level, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 nullptr);
  };
  for (int level = 0; level < 3; ++level)
    for (GLenum i = 0; i < (level < 2 ? 6 : 1); ++i) face(i, level, 4 >> level);
  EXPECT_THAT(says(name), EndsWith("face 1 of level 2 has another size or format than face 0: six alike complete it"));
  for (GLenum i = 1; i < 6; ++i) face(i, 2, 1);
  EXPECT_EQ(texels_of_texture(context, name, {.level = 1, .face = 5}).image().description().height, 2u);
}

// What a driver of cl_khr_gl_sharing says of what the checks before it let pass.
TEST_F(Texels, AreRefusedByTheDriverInWords) {
  if (!shares_objects()) return;
  const ocl::Queue& queue = queue_of(*context.state());
  const GLuint plain = flat(GL_RGBA8, 4, 4), three = flat(GL_RGB8, 4, 4);
  const auto driver_says = [&](GLenum target, int level, GLuint name, ErrorKind kind) {
    return refusal([&] { ocl::image_of_texture(queue, target, level, name, KernelAccess::read_write); }, kind);
  };
  EXPECT_EQ(driver_says(GL_TEXTURE_2D, 2, plain, ErrorKind::unsupported),
            "clCreateFromGLTexture failed: CL_INVALID_MIP_LEVEL (-62), of level 2 of texture " + std::to_string(plain) +
                ": the driver does not share this level");
  EXPECT_THAT(driver_says(GL_TEXTURE_2D, 0, three, ErrorKind::unsupported),
              EndsWith("the driver has no format of image objects for OpenGL's internal format"));
  EXPECT_THAT(driver_says(GL_TEXTURE_2D_MULTISAMPLE, 0, plain, ErrorKind::unsupported),
              EndsWith("the driver does not share textures with borders, or of this kind"));
  EXPECT_THAT(driver_says(GL_TEXTURE_3D, 0, plain, ErrorKind::device), HasSubstr("CL_INVALID_GL_OBJECT (-60)"));
  EXPECT_THAT(driver_says(GL_TEXTURE_CUBE_MAP_ARRAY, 0, plain, ErrorKind::device), EndsWith("the driver refuses"));
  EXPECT_THAT(refusal([&] { ocl::image_of_renderbuffer(queue, 77, KernelAccess::read_write); }, ErrorKind::device),
              StartsWith("clCreateFromGLRenderbuffer failed: CL_INVALID_GL_OBJECT (-60), of renderbuffer 77"));
  const ImageObject own(session, ImageDescription{ImageKind::image2d, {}, 4, 4});
  EXPECT_THAT(refusal([&] { ocl::origin_of(own.handle()); }, ErrorKind::device),
              StartsWith("clGetGLObjectInfo failed"));
}

}  // namespace
}  // namespace lenslet::gl

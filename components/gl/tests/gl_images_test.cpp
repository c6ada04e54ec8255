// Textures and renderbuffers as images: pixels of each format stay as they are.
#include "gl_support.hpp"
#include "refusal.hpp"

namespace lenslet::gl {
namespace {

constexpr Size odd{13, 7}, wide{1100, 3};  // wide rows have gaps between them

class Formats : public CopyTest, public testing::WithParamInterface<PixelFormat> {};

std::vector<PixelFormat> all_formats() {
  std::vector<PixelFormat> formats;
  for (const SampleType type : filter_types)
    for (int channels = 1; channels <= max_channels; ++channels) formats.push_back({type, channels, channels == 4});
  return formats;
}

TEST_P(Formats, OfTexturesComeAndGo) {
  for (const auto& [size, copy] :
       {std::pair{odd, by_shaders}, {wide, by_shaders}, {odd, by_buffers}, {wide, by_buffers}}) {
    if (copy == by_shaders && GetParam().channels == 3) continue;  // see GoByPixelBuffersWhereNoShaderCan
    const Texture texture(internal_format_of(GetParam()), size);
    const Image before = pattern(size, GetParam()), after = pattern(size, GetParam(), 1);
    texture.set(before);
    SharedImage shared = in(copy).texture(texture.name());
    ASSERT_EQ(shared.image().format(), GetParam());
    ASSERT_EQ(shared.texel_copy(), copy);
    ASSERT_EQ(shared.image().size(), size);
    shared.acquire();
    EXPECT_TRUE(equal(session.download(shared.image()), before));
    session.upload(after, shared.image());
    EXPECT_TRUE(equal(texture.get(size, GetParam()), before)) << "OpenGL saw it before release()";
    shared.release();
    EXPECT_TRUE(equal(texture.get(size, GetParam()), after));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Formats, testing::ValuesIn(all_formats()), [](const auto& each) {
  return std::string(name_of(each.param.type)) + "_" + std::to_string(each.param.channels);
});

using Images = CopyTest;

TEST_F(Images, OfIntegersAndOfRectangles) {
  const PixelFormat format{SampleType::u16, 2};
  for (const Context* each : {&shaders, &buffers}) {
    const Texture texture(GL_RG16UI, odd, GL_TEXTURE_RECTANGLE);
    SharedImage shared = each->texture(texture.name(), {.access = KernelAccess::write_only});
    shared.acquire();
    session.upload(pattern(odd, format), shared.image());
    shared.release();
    Image got(odd, format);
    glGetTextureImage(texture.name(), 0, GL_RG_INTEGER, GL_UNSIGNED_SHORT, 13 * 7 * 4, got.data());
    EXPECT_TRUE(equal(got, pattern(odd, format)));
  }
}

TEST_F(Images, OfOneLevel) {
  const PixelFormat format{SampleType::u8, 1};
  for (const Context* each : {&shaders, &buffers}) {
    const Texture texture(GL_R8, {16, 8}, GL_TEXTURE_2D, 2);
    const Image small = pattern({8, 4}, format), large = pattern({16, 8}, format);
    texture.set(large);
    texture.set(small, 1);
    SharedImage shared = each->texture(texture.name(), {.level = 1});
    shared.acquire();
    EXPECT_TRUE(equal(session.download(shared.image()), small));
    session.fill(shared.image(), {9}).wait();
    shared.release();
    EXPECT_EQ(texture.get({8, 4}, format, 1).at(7, 3, 0), 9);
    EXPECT_TRUE(equal(texture.get({16, 8}, format), large));
  }
}

TEST_F(Images, OfRenderbuffers) {
  GLuint names[2], frames[2];
  glCreateRenderbuffers(2, names);
  glCreateFramebuffers(2, frames);
  glNamedRenderbufferStorage(names[0], GL_RGBA8, 13, 7);
  glNamedFramebufferRenderbuffer(frames[0], GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[0]);
  constexpr GLfloat color[] = {1, 0, 0.2f, 1};
  glClearNamedFramebufferfv(frames[0], GL_COLOR, 0, color);
  SharedImage shared = shaders.renderbuffer(names[0]);
  shared.acquire();
  const Image cleared = session.download(shared.image());
  EXPECT_EQ(cleared.at(12, 6, 0), 255);
  EXPECT_EQ(cleared.at(12, 6, 2), 51);
  const Image after = pattern(odd, shared.image().format());
  session.upload(after, shared.image());
  shared.release();
  Image got(odd, after.format());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, frames[0]);
  glReadPixels(0, 0, 13, 7, GL_RGBA, GL_UNSIGNED_BYTE, got.data());
  EXPECT_TRUE(equal(got, after));
  glDeleteFramebuffers(2, frames);
  glDeleteRenderbuffers(2, names);
}

TEST_F(Images, AreFilteredInTurns) {
  const PixelFormat format{SampleType::u8, 4, true};
  const Size size{67, 41};
  const Texture from(GL_RGBA8, size), to(GL_RGBA8, size);
  from.set(pattern(size, format));
  SharedImage input = context.texture(from.name(), {.access = KernelAccess::read_only});
  SharedImage output = context.texture(to.name(), {.access = KernelAccess::write_only});
  const Plan plan = session.plan(ops::Gaussian{.sigma = 1}, format);
  for (int turn = 0; turn < 3; ++turn) {  // the copies must not be those of the turn before
    from.set(pattern(size, format, turn));
    input.acquire();
    output.acquire();
    plan.launch_into(input.image(), {output.image()});
    input.release();
    output.release();
    const Image expected = session.download(plan.run(session.upload(pattern(size, format, turn))).image());
    EXPECT_TRUE(equal(to.get(size, format), expected)) << turn;
  }
  EXPECT_THROW(plan.run_into(output.image(), {input.image()}), Error);
}

// If there are semaphores, only they order the two APIs. Otherwise the reason is told.
TEST_F(Images, AreOrderedBySemaphores) {
  const Options options{.exporter = exporter_for(session), .semaphores = true};
  if (!options.exporter || !semaphore_problem(session).empty() || !epoxy_has_gl_extension("GL_EXT_semaphore_fd")) {
    EXPECT_THAT(refusal([&] { Context(session, options); }, ErrorKind::unsupported),
                testing::StartsWith("OpenGL and OpenCL have no semaphores in common: "));
    return;
  }
  const Context by_semaphores(session, options);
  const PixelFormat format{SampleType::u8, 4, true};
  const Size size{1024, 1024};
  const Texture texture(GL_RGBA8, size);
  SharedImage shared = by_semaphores.texture(texture.name());
  for (int turn = 0; turn < 20; ++turn) {
    const Image before = pattern(size, format, turn), after = pattern(size, format, turn + 1);
    texture.set(before);
    shared.acquire();
    EXPECT_TRUE(equal(session.download(shared.image()), before)) << turn;
    session.upload(after, shared.image());
    shared.release();
    EXPECT_TRUE(equal(texture.get(size, format), after)) << turn;
  }
}

TEST_F(Images, LeaveTheContextAsItIs) {
  GLuint buffer = 0;
  glCreateBuffers(1, &buffer);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
  glPixelStorei(GL_PACK_ROW_LENGTH, 5);
  glPixelStorei(GL_UNPACK_SKIP_ROWS, 3);
  const Texture texture(GL_RGBA8, odd);
  SharedImage shared = context.texture(texture.name());
  shared.acquire();
  shared.release();
  GLint bound = 0, length = 0, skip = 0;
  glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &bound);
  glGetIntegerv(GL_PACK_ROW_LENGTH, &length);
  glGetIntegerv(GL_UNPACK_SKIP_ROWS, &skip);
  EXPECT_EQ(bound, static_cast<GLint>(buffer));
  EXPECT_EQ(length, 5);
  EXPECT_EQ(skip, 3);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  glDeleteBuffers(1, &buffer);
}

TEST_F(Images, AreRefusedWithTheReason) {
  const auto says = [&](GLuint name, ErrorKind kind, const ImageUse& use = {}) {
    return refusal([&] { context.texture(name, use); }, kind);
  };
  EXPECT_EQ(says(77, ErrorKind::invalid_argument), "77 is no texture of OpenGL's");
  const Texture depth(GL_DEPTH_COMPONENT24, odd), cube(GL_RGBA8, {8, 8}, GL_TEXTURE_CUBE_MAP), plain(GL_RGBA8, odd);
  EXPECT_THAT(says(depth.name(), ErrorKind::unsupported),
              testing::StartsWith("a texture of the internal format 0x81a6; allowed: GL_R8, GL_RG8, "));
  EXPECT_EQ(says(cube.name(), ErrorKind::invalid_argument, {.layer = 6}),
            "layer 6 of texture " + std::to_string(cube.name()) + "; allowed: 0 to 5");
  EXPECT_EQ(says(plain.name(), ErrorKind::invalid_argument, {.channels = 2}),
            "2 channels of GL_RGBA8; allowed: 4, or 3 without its alpha");
  GLuint line = 0;
  glCreateTextures(GL_TEXTURE_1D, 1, &line);
  EXPECT_THAT(says(line, ErrorKind::unsupported),
              testing::StartsWith("a texture of the target 0x0de0; allowed: GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, "));
  glDeleteTextures(1, &line);
  EXPECT_EQ(says(plain.name(), ErrorKind::invalid_argument, {.level = 1}),
            "level 1 of texture " + std::to_string(plain.name()) + " has no pixels");
  EXPECT_THAT(says(plain.name(), ErrorKind::invalid_argument, {.level = 99}), testing::StartsWith("level 99 of a tex"));
  EXPECT_EQ(refusal([&] { context.renderbuffer(5); }), "5 is no renderbuffer of OpenGL's");
  GLuint buffer = 0;
  glCreateRenderbuffers(1, &buffer);
  EXPECT_THAT(refusal([&] { context.renderbuffer(buffer); }), testing::HasSubstr("has no pixels"));
  glNamedRenderbufferStorageMultisample(buffer, 4, GL_RGBA8, 8, 8);
  EXPECT_THAT(refusal([&] { context.renderbuffer(buffer); }, ErrorKind::unsupported),
              testing::HasSubstr("samples a pixel; allowed: of none"));
  glDeleteRenderbuffers(1, &buffer);
}

}  // namespace
}  // namespace lenslet::gl

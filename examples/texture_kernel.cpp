// A kernel that writes OpenGL's texture as an image object. The program is the same where the two share objects and
// where texels are copied.
#include <epoxy/gl.h>

#include <cstdio>

#include <lenslet/gl_texels.hpp>
#include <lenslet/kernel.hpp>
#include <lenslet/lenslet.hpp>

namespace {

constexpr int width = 640, height = 480;

constexpr char text[] = R"(
__kernel void rings(__write_only image2d_t picture, const float width_of_ring) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 from_middle = convert_float2(at - get_image_dim(picture) / 2);
  const float ring = fmod(length(from_middle) / width_of_ring, 2);
  write_imagef(picture, at, ring < 1 ? (float4)(1, 0.6f, 0, 1) : (float4)(0, 0, 0.2f, 1));
}
)";

int red_of(GLuint texture, int x, int y) {
  GLubyte texel[4] = {};
  glGetTextureSubImage(texture, 0, x, y, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, sizeof texel, texel);
  return texel[0];
}

}  // namespace

int main() try {
  using namespace lenslet;
  const gl::OffscreenContext opengl;                // or a window's, which is current
  const gl::Context context = gl::Context::open();  // with a session that shares objects, where its device can
  GLuint texture = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &texture);
  glTextureStorage2D(texture, 1, GL_RGBA8, width, height);

  const Kernel rings = Program::from_text(context.session(), text).kernel("rings");
  gl::SharedTexels picture = gl::texels_of_texture(context, texture, {.access = KernelAccess::write_only});
  picture.acquire();
  rings.launch({.global = {width, height}}, {picture.image(), 20.0f});
  picture.release();  // OpenGL's commands from here on see the rings

  std::printf("the texels are %s\n", context.sharing() == Sharing::objects ? "OpenGL's own" : "copied");
  std::printf("red is %d in the middle and %d in the second ring\n", red_of(texture, width / 2, height / 2),
              red_of(texture, width / 2 + 30, height / 2));
  return 0;
} catch (const lenslet::Error& error) {
  std::fprintf(stderr, "%s\n%s\n", error.what(), error.detail().c_str());
  return 1;
}

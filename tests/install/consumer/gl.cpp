// Uses the component gl: a buffer of OpenGL's that a session fills.
#include <cstdio>

#include <lenslet/gl.hpp>
#include <lenslet/lenslet.hpp>

int main() try {
  using namespace lenslet;
  const gl::OffscreenContext opengl;
  const gl::Context context = gl::Context::open();
  gl::SharedArray array = context.allocate({SampleType::f32, {16}});
  array.acquire();
  context.session().fill(array.array(), 3);
  array.release();
  array.acquire();
  return context.session().download(array.array()).at(15) == 3 ? 0 : 1;
} catch (const lenslet::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

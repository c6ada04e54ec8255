// A context of GLX's, of a window on an X server, where the other tests have EGL's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include <lenslet/gl.hpp>
#include <lenslet/lenslet.hpp>

// X's header defines many common words.
#include <epoxy/gl.h>
#include <epoxy/glx.h>

namespace lenslet::gl {
namespace {

// A window that nobody sees, with a context of OpenGL 4.5 that is current.
class GlxContext {
 public:
  GlxContext() : display_(XOpenDisplay(nullptr)) {
    const int wanted[] = {GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RENDER_TYPE, GLX_RGBA_BIT, 0};
    int count = 0;
    GLXFBConfig* configs = glXChooseFBConfig(display_, DefaultScreen(display_), wanted, &count);
    const int sides[] = {GLX_PBUFFER_WIDTH, 8, GLX_PBUFFER_HEIGHT, 8, 0};
    drawable_ = glXCreatePbuffer(display_, configs[0], sides);
    const int version[] = {GLX_CONTEXT_MAJOR_VERSION_ARB, 4, GLX_CONTEXT_MINOR_VERSION_ARB, 5, 0};
    context_ = glXCreateContextAttribsARB(display_, configs[0], nullptr, 1, version);
    XFree(configs);
    glXMakeContextCurrent(display_, drawable_, drawable_, context_);
  }
  GlxContext(const GlxContext&) = delete;
  GlxContext& operator=(const GlxContext&) = delete;
  ~GlxContext() {
    glXMakeContextCurrent(display_, 0, 0, nullptr);
    glXDestroyContext(display_, context_);
    glXDestroyPbuffer(display_, drawable_);
    XCloseDisplay(display_);
  }

 private:
  Display* display_;
  GLXPbuffer drawable_ = 0;
  GLXContext context_ = nullptr;
};

TEST(Glx, ContextsShareAsOthersDo) {
  const GlxContext glx;
  const Context context = Context::open();
  const char* wanted = std::getenv("LENSLET_TEST_SHARING");
  EXPECT_EQ(name_of(context.sharing()), wanted != nullptr ? wanted : name_of(context.sharing())) << context.reason();
  SharedArray shared = context.allocate({SampleType::f32, {100}});
  shared.acquire();
  context.session().fill(shared.array(), 3);
  shared.release();
  GLfloat last = 0;
  glGetNamedBufferSubData(shared.buffer(), 396, 4, &last);
  EXPECT_EQ(last, 3);
}

}  // namespace
}  // namespace lenslet::gl

// Asks the libraries that this process has loaded: only they can have made a context current. libepoxy, which
// dispatches OpenGL's functions, ends the process if it is called without a context.
#include "gl/current.hpp"

#include <dlfcn.h>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "gl/api.hpp"

namespace lenslet::gl {
namespace {

constexpr int min_version = 45;

// Calls a function without arguments of a loaded library, which returns a handle. Null if there is none.
void* ask(const char* library, const char* name) {
  void* loaded = ::dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (loaded == nullptr) return nullptr;
  const auto function = reinterpret_cast<void* (*)()>(::dlsym(loaded, name));
  void* found = function != nullptr ? function() : nullptr;
  ::dlclose(loaded);
  return found;
}

}  // namespace

std::optional<ocl::GlContext> current_context() {
  using System = ocl::GlContext::System;
  if (void* context = ask("libEGL.so.1", "eglGetCurrentContext"))
    return ocl::GlContext{System::egl, context, ask("libEGL.so.1", "eglGetCurrentDisplay")};
  for (const char* library : {"libGLX.so.0", "libGL.so.1"})
    if (void* context = ask(library, "glXGetCurrentContext"))
      return ocl::GlContext{System::glx, context, ask(library, "glXGetCurrentDisplay")};
  return {};
}

ocl::GlContext usable_context() {
  const auto context = current_context();
  if (!context)
    throw Error(ErrorKind::unsupported,
                "no OpenGL context is current in this thread; a window's, or gl::OffscreenContext, makes one current");
  if (const int version = epoxy_gl_version(); version < min_version || !epoxy_is_desktop_gl())
    throw Error(ErrorKind::unsupported, fmt::format("OpenGL{} {}.{} is current; allowed: OpenGL 4.5 or later",
                                                    epoxy_is_desktop_gl() ? "" : " ES", version / 10, version % 10));
  return *context;
}

}  // namespace lenslet::gl

// Asks the libraries that this process has loaded: only they can have made a context current. libepoxy, which
// dispatches OpenGL's functions, ends the process if it is called without a context.
#include <dlfcn.h>

#include "gl/window_systems.hpp"

namespace lenslet::gl {
namespace {

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

std::optional<ocl::GlContext> current_of_egl_or_glx() {
  using System = ocl::GlContext::System;
  if (void* context = ask("libEGL.so.1", "eglGetCurrentContext"))
    return ocl::GlContext{System::egl, context, ask("libEGL.so.1", "eglGetCurrentDisplay")};
  for (const char* library : {"libGLX.so.0", "libGL.so.1"})
    if (void* context = ask(library, "glXGetCurrentContext"))
      return ocl::GlContext{System::glx, context, ask(library, "glXGetCurrentDisplay")};
  return {};
}

}  // namespace lenslet::gl

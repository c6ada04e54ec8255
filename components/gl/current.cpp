// Each platform has its window systems.
#include "gl/current.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "gl/api.hpp"
#include "gl/window_systems.hpp"

namespace lenslet::gl {
namespace {

constexpr int min_version = 45;

}  // namespace

std::optional<ocl::GlContext> current_context() {
#if defined(_WIN32)
  return current_of_wgl();
#elif defined(__APPLE__)
  return current_of_cgl();
#else
  return current_of_egl_or_glx();
#endif
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

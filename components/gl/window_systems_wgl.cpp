// Windows. Its header defines many common words, so no other file includes it.
#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "gl/window_systems.hpp"

namespace lenslet::gl {

std::optional<ocl::GlContext> current_of_wgl() {
  const HGLRC context = ::wglGetCurrentContext();
  if (context == nullptr) return {};
  return ocl::GlContext{ocl::GlContext::System::wgl, context, ::wglGetCurrentDC()};
}

}  // namespace lenslet::gl

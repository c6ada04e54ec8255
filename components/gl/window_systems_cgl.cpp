// macOS. OpenCL shares with a share group there, of which the context is one.
#include <OpenGL/OpenGL.h>

#include "gl/window_systems.hpp"

namespace lenslet::gl {

std::optional<ocl::GlContext> current_of_cgl() {
  const CGLContextObj context = ::CGLGetCurrentContext();
  if (context == nullptr) return {};
  return ocl::GlContext{ocl::GlContext::System::cgl, context, ::CGLGetShareGroup(context)};
}

}  // namespace lenslet::gl

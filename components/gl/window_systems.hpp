// The OpenGL context that is current in this thread, for each window system. Each is built on its own platform.
#pragma once

#include <optional>

#include "gl/cl_objects.hpp"

namespace lenslet::gl {

// Return nothing if no context of theirs is current.
std::optional<ocl::GlContext> current_of_egl_or_glx();
std::optional<ocl::GlContext> current_of_wgl();
std::optional<ocl::GlContext> current_of_cgl();

}  // namespace lenslet::gl

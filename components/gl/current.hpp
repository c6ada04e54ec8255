// The OpenGL context that is current in this thread, made by any window system.
#pragma once

#include <optional>

#include "gl/cl_objects.hpp"

namespace lenslet::gl {

// Returns nothing if no context is current.
std::optional<ocl::GlContext> current_context();

// Throws unsupported if no context is current, or one older than 4.5.
ocl::GlContext usable_context();

}  // namespace lenslet::gl

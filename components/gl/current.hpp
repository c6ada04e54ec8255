// The OpenGL context that is current in this thread, whichever window system made it.
#pragma once

#include <optional>

#include "gl/cl_objects.hpp"

namespace lenslet::gl {

// Nothing where none is current.
std::optional<ocl::GlContext> current_context();

// Throws unsupported where none is current, or one older than 4.5.
ocl::GlContext usable_context();

}  // namespace lenslet::gl

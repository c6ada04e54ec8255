// What a session and the OpenGL context that is current have in common, and why not more.
#pragma once

#include "gl/context_state.hpp"

namespace lenslet::gl {

// Fills in the way that the options ask for, or else the best. Throws unsupported for one that is not there.
void choose_sharing(ContextState& state, const Options& options);

}  // namespace lenslet::gl

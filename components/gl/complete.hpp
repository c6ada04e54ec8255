// Whether a texture is complete, as OpenCL wants it (OpenGL 4.5, 8.17).
#pragma once

#include <cstdint>
#include <string>

namespace lenslet::gl {

// Says what is missing, and what completes the texture. Empty for a complete one.
std::string completeness_problem(std::uint32_t texture, std::uint32_t target);

}  // namespace lenslet::gl

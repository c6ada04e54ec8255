// OpenGL's programs of a view.
#pragma once

#include <cstdint>
#include <string_view>

namespace lenslet::view {

// Compiles and links. Throws device where OpenGL does not.
std::uint32_t linked_program(std::string_view vertex_shader, std::string_view fragment_shader);

}  // namespace lenslet::view

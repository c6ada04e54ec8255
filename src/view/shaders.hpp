// The text of the shaders, picture.vert and picture.frag.
#pragma once

namespace lenslet::view {

extern const char vertex_shader[];
extern const char fragment_shader[];

}  // namespace lenslet::view

// Copies by pixel buffers: OpenGL's driver packs and unpacks the pixels, on the device or elsewhere.
#pragma once

#include "gl/texels.hpp"

namespace lenslet::gl {

void pack(const Texels& texels, const PixelRows& rows);
void unpack(const Texels& texels, const PixelRows& rows);

}  // namespace lenslet::gl

// Texels as commands on buffers have them.
#pragma once

#include <cstddef>
#include <vector>

#include <lenslet/image_object.hpp>

namespace lenslet::ocl {

// A texel of this colour: four floats, or four integers of 32 bits where the channels are such, as clEnqueueFillImage
// takes them. Empty for channels that share a word, for depth with a stencil, and for sRGB.
std::vector<std::byte> texel_bytes(const TexelFormat& format, const void* colour);

}  // namespace lenslet::ocl

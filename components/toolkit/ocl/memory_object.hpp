// What memory objects of all kinds share.
#pragma once

#include <lenslet/memory_info.hpp>

#include "ocl/queue.hpp"
#include "toolkit/ocl/formatted_image.hpp"

struct _cl_mem;

namespace lenslet::ocl {

// Returns what the driver says of a memory object.
MemoryInfo memory_info(_cl_mem* memory);

// Returns the bytes of a buffer, for comparison with others. If the buffer lies in the host's own memory they are the
// host's, so that two buffers over the same memory are found.
Stretch place_of(const Buffer& buffer);

// The same for a part of an image1d_buffer. For other kinds of images it is the whole.
Stretch place_of(const FormattedImage& image, const TexelBox& part);

}  // namespace lenslet::ocl

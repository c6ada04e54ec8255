// What memory objects of all kinds have in common.
#pragma once

#include <lenslet/memory_info.hpp>

#include "ocl/queue.hpp"
#include "toolkit/ocl/formatted_image.hpp"

struct _cl_mem;

namespace lenslet::ocl {

// What the driver says of a memory object.
MemoryInfo memory_info(_cl_mem* memory);

// Which bytes are meant by a stretch of a buffer, for comparing it with others: those of the host's own memory where
// the buffer lies there, so that two buffers over it are known for the same.
Stretch place_of(const Buffer& buffer);

// The same of a part of an image1d_buffer; of other kinds of images it is the whole.
Stretch place_of(const FormattedImage& image, const TexelBox& part);

}  // namespace lenslet::ocl

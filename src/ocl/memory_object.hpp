// What memory objects of all kinds have in common.
#pragma once

#include <lenslet/memory_info.hpp>

#include "ocl/formatted_image.hpp"
#include "ocl/queue.hpp"

struct _cl_mem;

namespace lenslet::ocl {

// What the driver says of a memory object.
MemoryInfo memory_info(_cl_mem* memory);

// Which bytes are meant by a stretch of a buffer, for comparing it with others: those of the host's own memory where
// the buffer lies there, so that two buffers over it are known for the same.
Stretch place_of(const Buffer& buffer);
Stretch place_of(const FormattedImage& image);

}  // namespace lenslet::ocl

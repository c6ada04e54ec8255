// Moves the elements of arrays between the device and memory of the host with any strides. Both directions wait.
#pragma once

#include <lenslet/host_views.hpp>

#include "ocl/queue.hpp"
#include "session/row_copier.hpp"

namespace lenslet {

// The buffer has the elements in C order without gaps. Of the options `maps` and `piece` matter.
void write_elements(const ocl::Queue& queue, const ArrayView& from, const ocl::Buffer& to,
                    const RowCopyOptions& options = {});
void read_elements(const ocl::Queue& queue, const ocl::Buffer& from, const MutableArrayView& to,
                   const RowCopyOptions& options = {});

}  // namespace lenslet

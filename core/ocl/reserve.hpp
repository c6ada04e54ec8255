// Memory for a use that is known when it is taken, and whether the host may use it as it is about to.
#pragma once

#include <cstdint>

#include <lenslet/memory.hpp>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

// Takes memory. Throws as Queue::allocate() does.
Buffer reserve(const Queue& queue, std::uint64_t bytes, const MemoryUse& use);

// Another handle of the same memory, by which it is counted once more.
Buffer share(const Buffer& buffer);

// The same, through which kernels may do no more than this, as far as Lenslet checks. The driver is not told, so that
// ops may read what they have written.
Buffer share(const Buffer& buffer, KernelAccess access);

// Whether there are more handles of the memory than this one and its copies.
bool is_shared(const Buffer& buffer);

// Throws invalid_argument for memory that was made without that use by the host, with the use that it has.
void check_host(const Buffer& buffer, HostAccess access);

}  // namespace lenslet::ocl

// Memory for a known use, and checks of what the host does with it.
#pragma once

#include <cstdint>

#include <lenslet/memory.hpp>

#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// Allocates memory. Throws as Queue::allocate() does.
Buffer reserve(const Queue& queue, std::uint64_t bytes, const MemoryUse& use);

// Returns another handle of the same memory, which increases its reference count.
Buffer share(const Buffer& buffer);

// The same, with an access that only Lenslet checks. The driver does not know it, so ops may read what they have
// written.
Buffer share(const Buffer& buffer, KernelAccess access);

// Tells whether there are handles of the memory other than this one and its copies.
bool is_shared(const Buffer& buffer);

// Throws invalid_argument, with the allowed use, where the memory was made for another use by the host.
void check_host(const Buffer& buffer, HostAccess access);

}  // namespace lenslet::ocl
#pragma GCC visibility pop

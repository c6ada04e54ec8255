// Commands on buffers that do not wait, for which order.hpp has no function, and abilities of a queue's device.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ocl/program.hpp"
#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// Copies `bytes` bytes, from one offset to the other.
Event copy_later(const Queue& queue, const Buffer& from, std::uint64_t from_offset, const Buffer& to,
                 std::uint64_t to_offset, std::uint64_t bytes, const After& after);

// Repeats a pattern of 1, 2, 4, ... or 128 bytes. `bytes` must be a multiple of the pattern's size.
Event fill_later(const Queue& queue, const Buffer& buffer, std::span<const std::byte> pattern, std::uint64_t bytes,
                 const After& after);

// Moves memory to the queue's device, or to the host.
Event migrate(const Queue& queue, std::span<const Buffer> buffers, bool to_host, const After& after);

// Maps a buffer's bytes from an offset on, after these events, and waits. unmap() undoes it, and waits, too.
std::byte* map(const Queue& queue, const Buffer& buffer, HostAccess access, std::uint64_t offset, std::uint64_t bytes,
               const After& after);
void unmap(const Queue& queue, const Buffer& buffer, std::byte* memory);

// Calls a function with so many bytes of each of these buffers. The function must not throw. Throws unsupported where
// the device calls no functions of the host.
using NativeCall = std::function<void(std::span<const std::span<std::byte>>)>;
Event call_native(const Queue& queue, NativeCall function, std::span<const Buffer> buffers,
                  std::vector<std::size_t> sizes, const After& after);

// Makes another queue over the same memory, as Queue::beside() does. `timed` says whether its events have times.
Queue beside(const Queue& queue, Order order, bool timed);

bool has_out_of_order(const Queue& queue);
bool calls_native(const Queue& queue);
std::vector<std::string> built_in_kernels(const Queue& queue);

// Makes a program of kernels that are built into the device: "name;name". Throws device where it does not have them.
Program built_in_program(const Queue& queue, const std::string& names);

}  // namespace lenslet::ocl
#pragma GCC visibility pop

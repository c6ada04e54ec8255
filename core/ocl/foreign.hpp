// Contexts, queues, buffers and events of other OpenCL code as Lenslet's, and Lenslet's as OpenCL handles.
#pragma once

#include <cstdint>
#include <string_view>

#include "ocl/queue.hpp"

struct _cl_command_queue;
struct _cl_context;
struct _cl_mem;

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// Memory of the host that a device uses in place must begin at a multiple of this: the bytes of the largest vector that
// a kernel loads.
inline constexpr std::uintptr_t host_alignment = 128;

// These functions retain what they are given. <lenslet/opencl.hpp> says what they throw.

// Without a queue, makes one in the context. `timed` says whether its events have times.
Queue adopt(_cl_context* context, _cl_device_id* device, _cl_command_queue* queue, bool timed);
Buffer adopt(const Queue& queue, _cl_mem* buffer);
Event adopt(const Queue& queue, _cl_event* event);

struct QueueHandles {
  _cl_context* context;
  _cl_device_id* device;
  _cl_command_queue* queue;
};

QueueHandles handles_of(const Queue& queue);
_cl_mem* handle_of(const Buffer& buffer);
_cl_mem* handle_of(const ImageObject& object);

// Throws invalid_argument where the event is of another context than the queue.
void check_context(const Queue& queue, const Event& event);

// Tells whether the memory belongs to the queue's context. With other memory drivers crash, or take it for their own.
bool share_context(const Queue& queue, _cl_mem* memory);
bool share_context(const Queue& queue, const Buffer& memory);
bool share_context(const Queue& queue, const ImageObject& memory);

// Throws invalid_argument for memory of another context. `what` names the memory, as "input 0". `whose` names who
// should have it, as "the plan".
[[noreturn]] void refuse_memory(std::string_view what, std::string_view whose);

// Returns a part of a buffer, in the buffer's memory. The part must lie in the buffer; `count` is at least 1. Throws
// unsupported where it does not begin at a multiple of the device's alignment.
Buffer part_of(const Queue& queue, const Buffer& buffer, std::uint64_t offset, std::uint64_t count);

}  // namespace lenslet::ocl
#pragma GCC visibility pop

// What other OpenCL code made: its contexts, queues, buffers and events as ours, and ours as its.
#pragma once

#include <cstdint>
#include <string_view>

#include "ocl/queue.hpp"

struct _cl_command_queue;
struct _cl_context;
struct _cl_mem;

namespace lenslet::ocl {

// Memory of the host that a device uses in place begins at a multiple of it: the bytes of the largest vector that a
// kernel loads at once.
inline constexpr std::uintptr_t host_alignment = 128;

// All of these retain what they are given. See <lenslet/opencl.hpp> for what they throw.

// A null queue asks for one in the context, with times where `timed` says so.
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

// Whether the memory is of the queue's context: drivers crash on that of another, or take it for their own.
bool share_context(const Queue& queue, _cl_mem* memory);
bool share_context(const Queue& queue, const Buffer& memory);
bool share_context(const Queue& queue, const ImageObject& memory);

// Throws invalid_argument for such memory. `what` names it, as "input 0", and `whose` who should have it, as "the
// plan".
[[noreturn]] void refuse_memory(std::string_view what, std::string_view whose);

// Returns a part of a buffer, in its memory. Throws unsupported where it begins at no multiple of the device's
// alignment. `count` is at least 1, and the part lies in the buffer.
Buffer part_of(const Queue& queue, const Buffer& buffer, std::uint64_t offset, std::uint64_t count);

}  // namespace lenslet::ocl

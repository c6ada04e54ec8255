// OpenGL's buffers in OpenCL by cl_khr_gl_sharing. It needs no header of OpenGL: its names are numbers.
#pragma once

#include <cstdint>
#include <string>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

// An OpenGL context as its window system knows it.
struct GlContext {
  enum class System : std::uint8_t { egl, glx };
  System system = System::egl;
  void* context = nullptr;
  void* display = nullptr;
};

// Says why the device does not share objects with OpenGL; empty where it may.
std::string sharing_problem(const Device& device);

// Opens a queue in a context that shares the objects of the OpenGL context, which is current in this thread. Throws
// device where the driver refuses: the OpenGL context may be of another device.
Queue open_sharing(const Device& device, bool timed, const GlContext& context);

// Tells whether the queue's context was made so.
bool shares_objects(const Queue& queue);

// Makes a buffer of OpenGL's, which keeps its memory as long as the result lives. Throws device where it has none yet.
Buffer buffer_of_gl(const Queue& queue, std::uint32_t buffer, std::uint64_t bytes);

// Put into the queue that OpenCL has the buffer from then on, or no more. OpenGL's commands must have ended before the
// first, and the second before OpenGL's next ones: the caller waits.
Event acquire_from_gl(const Queue& queue, const Buffer& buffer);
Event release_to_gl(const Queue& queue, const Buffer& buffer);

// Tells whether the device waits for OpenGL's fences by itself (cl_khr_gl_event).
bool has_gl_events(const Device& device);

// The same, after a fence of OpenGL's, a GLsync.
Event acquire_from_gl(const Queue& queue, const Buffer& buffer, void* fence);

}  // namespace lenslet::ocl

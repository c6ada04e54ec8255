// OpenGL's buffers in OpenCL, through cl_khr_gl_sharing. No header of OpenGL is needed: its names are numbers.
#pragma once

#include <cstdint>
#include <string>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

// An OpenGL context, as its window system knows it.
struct GlContext {
  enum class System : std::uint8_t { egl, glx };
  System system = System::egl;
  void* context = nullptr;
  void* display = nullptr;
};

// Returns why the device cannot share objects with OpenGL. Empty where it can.
std::string sharing_problem(const Device& device);

// Opens a queue in a context that shares the objects of the OpenGL context, which must be current in this thread.
// Throws device where the driver refuses, for example because the OpenGL context is of another device.
Queue open_sharing(const Device& device, bool timed, const GlContext& context);

// Tells whether open_sharing() made the queue's context.
bool shares_objects(const Queue& queue);

// Makes a buffer of an OpenGL buffer, which keeps its memory while the result lives. Throws device where the OpenGL
// buffer has no memory yet.
Buffer buffer_of_gl(const Queue& queue, std::uint32_t buffer, std::uint64_t bytes);

// Put a command into the queue: OpenCL has the buffer after acquire_from_gl(), and not after release_to_gl(). OpenGL's
// earlier commands must have ended before the first. The second must have ended before OpenGL's later commands. The
// caller must wait for these.
Event acquire_from_gl(const Queue& queue, const Buffer& buffer);
Event release_to_gl(const Queue& queue, const Buffer& buffer);

// Tells whether the device itself can wait for OpenGL's fences (cl_khr_gl_event).
bool has_gl_events(const Device& device);

// The same, after an OpenGL fence, a GLsync.
Event acquire_from_gl(const Queue& queue, const Buffer& buffer, void* fence);

}  // namespace lenslet::ocl

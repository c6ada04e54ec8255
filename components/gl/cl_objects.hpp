// OpenGL's buffers in OpenCL, through cl_khr_gl_sharing. No header of OpenGL is needed: its names are numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ocl/queue.hpp"

struct _cl_context;
struct _cl_mem;

namespace lenslet::ocl {

// An OpenGL context, as its window system knows it.
struct GlContext {
  enum class System : std::uint8_t { egl, glx, wgl, cgl };
  System system = System::egl;
  void* context = nullptr;
  void* display = nullptr;  // the device context (HDC) of WGL, the share group of CGL
};

// Returns why the device cannot share objects with OpenGL, or with this context of OpenGL's. Empty where it can.
std::string sharing_problem(const Device& device);
std::string sharing_problem(const Device& device, const GlContext& context);

// The properties of an OpenCL context of the platform that shares the objects of the OpenGL context. The last is 0.
std::vector<std::intptr_t> sharing_properties(const GlContext& context, void* platform);

// Lists the devices that can share the objects of the OpenGL context (clGetGLContextInfoKHR). The one that OpenGL
// renders on comes first, where the driver tells which that is.
std::vector<Device> devices_sharing(const GlContext& context);

// Opens a queue in a context that shares the objects of the OpenGL context, which must be current in this thread.
// Throws device where the driver refuses, for example because the OpenGL context is of another device.
Queue open_sharing(const Device& device, bool timed, const GlContext& context);

// Tells whether open_sharing() made the queue's context.
bool shares_objects(const Queue& queue);

// Makes a buffer of an OpenGL buffer, which keeps its memory while the result lives. Throws device where the OpenGL
// buffer has no memory yet.
Buffer buffer_of_gl(const Queue& queue, std::uint32_t buffer, std::uint64_t bytes);

// Throws the status of a function that makes objects of OpenGL's, in words: unsupported where the driver does not have
// such a level or format, else device. `what` says of what, as "level 0 of texture 5".
[[noreturn]] void refuse_gl_object(const char* call, int status, const std::string& what);

// Put a command into the queue: OpenCL has the object after acquire_from_gl(), and not after release_to_gl(). OpenGL's
// earlier commands must have ended before the first. The second must have ended before OpenGL's later commands. The
// caller must wait for these.
Event acquire_from_gl(const Queue& queue, _cl_mem* object);
Event release_to_gl(const Queue& queue, _cl_mem* object);

// Tells whether the device itself can wait for OpenGL's fences (cl_khr_gl_event).
bool has_gl_events(const Device& device);

// The same, after an OpenGL fence, a GLsync.
Event acquire_from_gl(const Queue& queue, _cl_mem* object, void* fence);

_cl_context* context_of(const Queue& queue);

}  // namespace lenslet::ocl

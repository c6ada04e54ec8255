// What listings of OpenGL share: a context of OpenGL's without a window, one of OpenCL's that has its objects, and
// pixels to draw on. OpenGL's context takes the objects that a listing makes with it.
#pragma once

#include "listings/host/host.hpp"

#include <CL/cl_gl.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <array>

#include <lenslet/gl.hpp>

namespace lenslet::listings {

// The session's device. Throws unsupported where it does not share with OpenGL.
cl_device_id sharing_device(const Session& session);

// What OpenCL's context is told of OpenGL's context that is current, which is EGL's; the last is 0.
std::vector<cl_context_properties> properties_of_current(cl_device_id device);

// How many devices can share the objects of the context that is current. They are those of the device's platform.
std::size_t sharing_devices(cl_device_id device);

// OpenGL's context, which is current while this lives, and OpenCL's with its queue.
class Shared {
 public:
  // Throws unsupported, with the reason, where the device does not share, or where there is no OpenGL.
  explicit Shared(const Session& session);
  opencl::SessionHandles on() const { return {context_, device_, queue_}; }
  cl_context context() const { return context_; }
  cl_command_queue queue() const { return queue_; }
  bool has(const char* extension) const;  // of the device

 private:
  cl_device_id device_;
  gl::OffscreenContext opengl_;
  HeldContext context_;
  HeldQueue queue_;
};

// Checks it, and puts it into the queue: OpenCL has the object, or gives it back.
void acquire(cl_command_queue queue, cl_mem object, const std::vector<cl_event>& after = {});
void release(cl_command_queue queue, cl_mem object, cl_event* event = nullptr);

// OpenGL ends its work, OpenCL fills the first level or all pixels with one colour, and gives them back.
void fill_by_opencl(const Shared& shared, cl_mem image, std::array<std::size_t, 3> size,
                    std::array<cl_float, 4> colour);

// What the compiler first complains of, without the place; empty where it does not.
std::string complaint_of(cl_program program, cl_device_id device);

using Colour = std::array<GLubyte, 4>;  // red, green, blue, alpha

inline constexpr Colour red{255, 0, 0, 255}, green{0, 255, 0, 255}, grey{128, 128, 128, 255}, black{0, 0, 0, 255};

// Pixels that OpenGL draws on, as a window's; at first all are of this colour.
class Pixels {
 public:
  Pixels(GLsizei width, GLsizei height, const Colour& colour);
  void bind() const;                     // OpenGL draws here
  void copy_to(const Pixels& to) const;  // which are as many
  Colour at(GLint x, GLint y) const;     // from the left and from below
  std::size_t count(const Colour& colour) const;

 private:
  GLsizei width_, height_;
  GLuint framebuffer_ = 0;
};

// Draws the points of a buffer, of which each has this many floats, in green. `place` is an expression of GLSL that
// makes OpenGL's coordinates, -1 to 1, of the vec4 p.
void draw(GLenum mode, GLsizei points, GLuint buffer, GLint floats, const char* place = "p");

// A buffer of OpenGL's, which is bound.
GLuint array_buffer(GLsizeiptr bytes, const void* from);

}  // namespace lenslet::listings

// OpenGL's functions in the current context, and their failures. Private to this folder.
#pragma once

#include <epoxy/gl.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

struct _cl_context;
struct _cl_event;

namespace lenslet::gl {

// Drops OpenGL's earlier errors.
void forget_errors();

// Throws device if OpenGL has had an error since then: "glNamedBufferStorage failed: GL_OUT_OF_MEMORY, NOTE".
void check_errors(const char* call, const std::string& note = {});

// The target of a texture, which must be one: GL_TEXTURE_2D.
GLenum target_of_texture(GLuint texture);

// Waits until OpenGL has done all earlier commands.
void wait_for_opengl();

// Tells whether OpenGL makes fences of OpenCL's events (GL_ARB_cl_event).
bool has_fences_of_events();

// A fence in OpenGL's stream of commands.
class Fence {
 public:
  Fence() = default;
  Fence(Fence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}
  Fence& operator=(Fence&& other) noexcept;
  ~Fence();

  static Fence put();  // after all commands so far, which OpenGL then begins
  void wait();         // until those are done; returns at once without a fence

  // A fence that is passed when a command of OpenCL's has ended (glCreateSyncFromCLeventARB). hold_opengl() makes
  // OpenGL's later commands wait for the fence, without the host.
  static Fence of_event(_cl_context* context, _cl_event* event);
  void hold_opengl() const;

  void* sync() const { return sync_; }

 private:
  GLsync sync_ = nullptr;
};

// A buffer of OpenGL's own. Its name is 0 after a move.
class OwnedBuffer {
 public:
  OwnedBuffer();
  OwnedBuffer(OwnedBuffer&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  OwnedBuffer& operator=(OwnedBuffer&& other) noexcept;
  ~OwnedBuffer();

  GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

// The program of a compute shader. Its name is 0 after a move.
class OwnedProgram {
 public:
  // Throws device with the driver's message if OpenGL does not compile it.
  OwnedProgram(const std::string& definitions, std::string_view source);
  OwnedProgram(OwnedProgram&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  OwnedProgram& operator=(OwnedProgram&&) = delete;
  ~OwnedProgram();

  GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

}  // namespace lenslet::gl

// OpenGL's errors, fences and buffers. What destructors cannot delete without a context stays for the context's end.
#include "gl/api.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "gl/current.hpp"

namespace lenslet::gl {
namespace {

constexpr GLuint64 one_second = 1'000'000'000;

std::string name_of_error(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
      return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
      return "GL_INVALID_OPERATION";
    case GL_OUT_OF_MEMORY:
      return "GL_OUT_OF_MEMORY";
    case GL_CONTEXT_LOST:
      return "GL_CONTEXT_LOST";
    default:
      return fmt::format("0x{:04x}", error);
  }
}

std::string log_of(GLuint program) {
  if (program == 0) return "no program is made";
  std::string log(4096, '\0');
  GLsizei length = 0;
  glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), &length, log.data());
  return log.substr(0, static_cast<std::size_t>(length));
}

}  // namespace

// A lost context always has an error, so the loop ends at that one, too.
void forget_errors() {
  for (GLenum error = glGetError(); error != GL_NO_ERROR && error != GL_CONTEXT_LOST; error = glGetError()) {
  }
}

void check_errors(const char* call, const std::string& note) {
  if (const GLenum error = glGetError(); error != GL_NO_ERROR)
    throw Error(ErrorKind::device,
                fmt::format("{} failed: {}{}{}", call, name_of_error(error), note.empty() ? "" : ", ", note));
}

// A buffer texture has no parameters, so it is bound: OpenGL refuses others.
GLenum target_of_texture(GLuint texture) {
  forget_errors();
  GLint target = 0, before = 0;
  glGetTextureParameteriv(texture, GL_TEXTURE_TARGET, &target);
  if (glGetError() == GL_NO_ERROR && target != 0) return static_cast<GLenum>(target);
  glGetIntegerv(GL_TEXTURE_BINDING_BUFFER, &before);
  glBindTexture(GL_TEXTURE_BUFFER, texture);
  const bool is_buffer = glGetError() == GL_NO_ERROR;
  glBindTexture(GL_TEXTURE_BUFFER, static_cast<GLuint>(before));
  return is_buffer ? GL_TEXTURE_BUFFER : 0;
}

void wait_for_opengl() {
  glFinish();
}

Fence& Fence::operator=(Fence&& other) noexcept {
  std::swap(sync_, other.sync_);
  return *this;
}

Fence::~Fence() {
  if (sync_ != nullptr && current_context()) glDeleteSync(sync_);
}

Fence Fence::put() {
  Fence fence;
  fence.sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (fence.sync_ == nullptr) check_errors("glFenceSync");
  glFlush();
  return fence;
}

void Fence::wait() {
  if (sync_ == nullptr) return;
  GLenum state = GL_TIMEOUT_EXPIRED;
  while (state == GL_TIMEOUT_EXPIRED) state = glClientWaitSync(sync_, GL_SYNC_FLUSH_COMMANDS_BIT, one_second);
  if (state == GL_WAIT_FAILED) check_errors("glClientWaitSync");
  glDeleteSync(std::exchange(sync_, nullptr));
}

bool has_fences_of_events() {
  return epoxy_has_gl_extension("GL_ARB_cl_event");
}

Fence Fence::of_event(_cl_context* context, _cl_event* event) {
  forget_errors();
  Fence fence;
  fence.sync_ = glCreateSyncFromCLeventARB(context, event, 0);
  check_errors("glCreateSyncFromCLeventARB");
  if (fence.sync_ == nullptr) throw Error(ErrorKind::device, "glCreateSyncFromCLeventARB failed: it makes no fence");
  return fence;
}

void Fence::hold_opengl() const {
  glWaitSync(sync_, 0, GL_TIMEOUT_IGNORED);
  check_errors("glWaitSync");
}

OwnedBuffer::OwnedBuffer() {
  glCreateBuffers(1, &name_);
}

OwnedBuffer& OwnedBuffer::operator=(OwnedBuffer&& other) noexcept {
  std::swap(name_, other.name_);
  return *this;
}

OwnedBuffer::~OwnedBuffer() {
  if (name_ != 0 && current_context()) glDeleteBuffers(1, &name_);
}

OwnedProgram::OwnedProgram(const std::string& definitions, std::string_view source) {
  const std::string text = definitions + std::string(source);
  const char* const texts[] = {text.c_str()};
  name_ = glCreateShaderProgramv(GL_COMPUTE_SHADER, 1, texts);
  GLint done = GL_FALSE;
  if (name_ != 0) glGetProgramiv(name_, GL_LINK_STATUS, &done);
  if (done) return;
  const std::string said = log_of(name_);
  glDeleteProgram(std::exchange(name_, 0));
  throw Error(ErrorKind::device, fmt::format("OpenGL does not compile a shader that copies pixels: {}", said));
}

OwnedProgram::~OwnedProgram() {
  if (name_ != 0 && current_context()) glDeleteProgram(name_);
}

}  // namespace lenslet::gl

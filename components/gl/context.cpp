// A session beside an OpenGL context: checks both, and makes values of OpenGL's objects.
#include <lenslet/gl.hpp>

#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "gl/api.hpp"
#include "gl/context_state.hpp"
#include "gl/current.hpp"
#include "gl/sharing.hpp"
#include "gl/staging.hpp"
#include "ocl/gl_objects.hpp"
#include "session/state.hpp"

namespace lenslet::gl {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

std::string renderer_name() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name != nullptr ? name : "OpenGL";
}

// A session in a context of OpenCL's that shares objects where the device has that.
Session open_session(const SessionOptions& options) {
  const ocl::GlContext context = usable_context();
  const ocl::Device device = ocl::choose_device(options.device);
  if (!ocl::sharing_problem(device).empty()) return Session(options);
  return internal::Access::session(
      std::make_shared<Session::State>(options, ocl::open_sharing(device, options.timing, context)));
}

void check_buffer(std::uint32_t buffer, const ArrayType& type) {
  check(type);
  if (!glIsBuffer(buffer)) refuse(fmt::format("{} is no buffer of OpenGL's", buffer));
  GLint64 bytes = 0;
  glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &bytes);
  if (type.bytes() == 0) refuse(fmt::format("{} has no elements; allowed: at least one", to_string(type)));
  if (static_cast<std::uint64_t>(bytes) < type.bytes())
    refuse(fmt::format("{} of {} bytes in OpenGL's buffer {} of {} bytes; allowed: what fits", to_string(type),
                       type.bytes(), buffer, bytes));
}

}  // namespace

const ocl::Queue& queue_of(const ContextState& state) {
  return state_of(state.session).queue;
}

void check_current(const ContextState& state) {
  const auto current = current_context();
  if (!current || current->context != state.context)
    refuse(fmt::format("{} OpenGL context is current in this thread; allowed: that of the gl::Context",
                       current ? "another" : "no"));
}

Context::Context(const Session& session, const Options& options)
    : state_(std::make_shared<ContextState>(ContextState{session, usable_context().context})) {
  state_->renderer = renderer_name();
  state_->exporter = options.exporter;
  state_->texel_copy = options.texel_copy;
  choose_sharing(*state_, options);
}

Context Context::open(const SessionOptions& session, const Options& options) {
  return Context(open_session(session), options);
}

const Session& Context::session() const {
  return state_->session;
}

Sharing Context::sharing() const {
  return state_->sharing;
}

bool Context::semaphores() const {
  return state_->semaphores;
}

const std::string& Context::reason() const {
  return state_->reason;
}

const std::string& Context::renderer() const {
  return state_->renderer;
}

Traffic Context::traffic() const {
  return state_->traffic;
}

SharedArray Context::array(std::uint32_t buffer, const ArrayType& type, KernelAccess access) const {
  check_current(*state_);
  check_buffer(buffer, type);
  return {buffer, type, false, make_staging(state_, type.bytes(), access, buffer)};
}

// Where nothing is shared, the buffer that OpenGL draws from lies with its device, not where the host maps it.
SharedArray Context::allocate(const ArrayType& type, KernelAccess access) const {
  check_current(*state_);
  check(type);
  if (type.bytes() == 0) refuse(fmt::format("{} has no elements; allowed: at least one", to_string(type)));
  std::unique_ptr<Staging> staging = make_staging(state_, type.bytes(), access);
  if (state_->sharing != Sharing::copies) {
    const std::uint32_t buffer = staging->buffer();
    return {buffer, type, false, std::move(staging)};
  }
  std::uint32_t buffer = 0;
  forget_errors();
  glCreateBuffers(1, &buffer);
  SharedArray made(buffer, type, true, std::move(staging));
  glNamedBufferData(buffer, static_cast<GLsizeiptr>(type.bytes()), nullptr, GL_DYNAMIC_COPY);
  check_errors("glNamedBufferData");
  return made;
}

}  // namespace lenslet::gl

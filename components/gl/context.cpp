// A session beside an OpenGL context: checks both, and makes values of OpenGL's objects.
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/gl.hpp>

#include "gl/api.hpp"
#include "gl/cl_objects.hpp"
#include "gl/context_state.hpp"
#include "gl/current.hpp"
#include "gl/staging.hpp"
#include "session/state.hpp"

namespace lenslet::gl {
namespace {

std::string objects_problem(const ContextState& state) {
  const ocl::Queue& queue = queue_of(state);
  if (std::string problem = ocl::sharing_problem(queue.device(), state.context); !problem.empty()) return problem;
  if (!ocl::shares_objects(queue))
    return "the session was opened without OpenGL's context; gl::Context::open() does it";
  return {};
}

// Tells whether OpenGL renders on this device, alone or among others.
bool opengl_is_on(const DeviceUuid& device) {
  GLint count = 0;
  glGetIntegerv(GL_NUM_DEVICE_UUIDS_EXT, &count);
  for (GLint i = 0; i < count; ++i) {
    DeviceUuid uuid{};
    glGetUnsignedBytei_vEXT(GL_DEVICE_UUID_EXT, static_cast<GLuint>(i), uuid.data());
    if (uuid == device) return true;
  }
  return false;
}

std::string opengl_memory_problem(const ContextState& state) {
  for (const char* extension : {"GL_EXT_memory_object", "GL_EXT_memory_object_fd"})
    if (!epoxy_has_gl_extension(extension)) return fmt::format("{} has no {}", state.renderer, extension);
  if (!opengl_is_on(state.exporter->device()))
    return fmt::format("{} is another device than {}, which exports memory", state.renderer,
                       to_string(state.exporter->device()));
  return {};
}

std::string memory_problem(const ContextState& state) {
  if (std::string problem = import_problem(state.session); !problem.empty()) return problem;
  if (!state.exporter)
    return "nothing exports memory for both; Vulkan does, where it has a driver for the device and is asked";
  if (const auto uuid = uuid_of(state.session); uuid && *uuid != state.exporter->device())
    return fmt::format("{} is another device than {}, which exports memory", state.session.device().name,
                       to_string(state.exporter->device()));
  return opengl_memory_problem(state);
}

std::string problem_of(Sharing sharing, const ContextState& state) {
  if (sharing == Sharing::objects) return objects_problem(state);
  return sharing == Sharing::memory ? memory_problem(state) : "";
}

std::string semaphores_problem(const ContextState& state) {
  if (state.sharing != Sharing::memory) return fmt::format("the way is '{}'", name_of(state.sharing));
  if (std::string problem = semaphore_problem(state.session); !problem.empty()) return problem;
  if (!epoxy_has_gl_extension("GL_EXT_semaphore_fd"))
    return fmt::format("{} has no GL_EXT_semaphore_fd", state.renderer);
  try {
    state.exporter->semaphore();
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

// Only semaphores make GL_EXT_external_objects promise that OpenGL sees what another API has written.
void choose_semaphores(ContextState& state, const std::optional<bool>& wanted) {
  if (!wanted.value_or(true)) return;
  const std::string problem = semaphores_problem(state);
  if (wanted && !problem.empty())
    throw Error(
        ErrorKind::unsupported,
        fmt::format("OpenGL and OpenCL have no semaphores in common: {}; without them the host waits", problem));
  state.semaphores = problem.empty();
}

std::string waits_problem(Waits waits, const ContextState& state) {
  if (waits == Waits::host) return {};
  if (state.sharing != Sharing::objects) return fmt::format("the way is '{}'", name_of(state.sharing));
  const ocl::Device& device = queue_of(state).device();
  return ocl::has_gl_events(device) ? "" : fmt::format("{} has no cl_khr_gl_event", device.info().name);
}

// Fences where the device can wait for them.
void choose_waits(ContextState& state, const std::optional<Waits>& wanted) {
  const std::string problem = waits_problem(wanted.value_or(Waits::fences), state);
  if (wanted && !problem.empty())
    throw Error(ErrorKind::unsupported,
                fmt::format("OpenGL and OpenCL do not wait by '{}': {}; allowed: host", name_of(*wanted), problem));
  state.waits = problem.empty() ? wanted.value_or(Waits::fences) : Waits::host;
}

// Sets the way of sharing that the options ask for, or else the best. Throws unsupported if it is not available.
void choose_sharing(ContextState& state, const Options& options) {
  for (const Sharing way : {Sharing::objects, Sharing::memory, Sharing::copies}) {
    if (way == options.sharing.value_or(way)) {
      const std::string problem = problem_of(way, state);
      if (problem.empty()) {
        state.sharing = way;
        break;
      }
      if (options.sharing)
        throw Error(ErrorKind::unsupported,
                    fmt::format("OpenGL and OpenCL do not share {}: {}; copies always work", name_of(way), problem));
      state.reason += fmt::format("{}{}: {}", state.reason.empty() ? "" : "; ", name_of(way), problem);
    }
  }
  choose_semaphores(state, options.semaphores);
  choose_waits(state, options.waits);
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

std::string renderer_name() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name != nullptr ? name : "OpenGL";
}

// Opens a session in an OpenCL context that shares objects, if the device can.
Session open_session(const SessionOptions& options) {
  const ocl::GlContext context = usable_context();
  const ocl::Device device = ocl::choose_device(options.device);
  if (!ocl::sharing_problem(device, context).empty()) return Session(options);
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

constexpr std::string_view waits_names[] = {"host", "implicit", "fences"};

}  // namespace

std::string_view name_of(Waits waits) {
  return waits_names[static_cast<std::size_t>(waits)];
}

std::vector<DeviceInfo> sharing_devices() {
  std::vector<DeviceInfo> devices;
  for (const ocl::Device& device : ocl::devices_sharing(usable_context())) devices.push_back(device.info());
  return devices;
}

const ocl::Queue& queue_of(const ContextState& state) {
  return state_of(state.session).queue;
}

void check_current(const ContextState& state) {
  const auto current = current_context();
  if (!current || current->context != state.context.context)
    refuse(fmt::format("{} OpenGL context is current in this thread; allowed: that of the gl::Context",
                       current ? "another" : "no"));
}

Context::Context(const Session& session, const Options& options)
    : state_(std::make_shared<ContextState>(ContextState{session, usable_context()})) {
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

Waits Context::waits() const {
  return state_->waits;
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

// If nothing is shared, OpenGL's buffer lies with its device and not where the host maps it.
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

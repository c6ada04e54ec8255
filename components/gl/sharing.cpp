// Each way has a problem, in words, or none. The best without one is taken.
#include "gl/sharing.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "gl/api.hpp"
#include "ocl/gl_objects.hpp"

namespace lenslet::gl {
namespace {

std::string objects_problem(const ContextState& state) {
  const ocl::Queue& queue = queue_of(state);
  if (std::string problem = ocl::sharing_problem(queue.device()); !problem.empty()) return problem;
  if (!ocl::shares_objects(queue))
    return "the session was opened without OpenGL's context; gl::Context::open() does it";
  return {};
}

// Tells whether OpenGL renders on this device, or on several with it among them.
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

// GL_EXT_external_objects promises by semaphores alone that OpenGL sees what another API has written.
void choose_semaphores(ContextState& state, const std::optional<bool>& wanted) {
  if (!wanted.value_or(true)) return;
  const std::string problem = semaphores_problem(state);
  if (wanted && !problem.empty())
    throw Error(
        ErrorKind::unsupported,
        fmt::format("OpenGL and OpenCL have no semaphores in common: {}; without them the host waits", problem));
  state.semaphores = problem.empty();
}

}  // namespace

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
}

}  // namespace lenslet::gl

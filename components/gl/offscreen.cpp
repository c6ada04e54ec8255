// Contexts without a window. EGL lists its devices, and each may have its own driver.
#include <epoxy/egl.h>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/gl.hpp>

#include "gl/api.hpp"

namespace lenslet::gl {
namespace {

constexpr EGLint max_devices = 64;

[[noreturn]] void refuse_offscreen(const std::string& what) {
  throw Error(ErrorKind::unsupported,
              what +
                  "; a driver with OpenGL 4.5 on EGL works, such as NVIDIA's or Mesa's, which needs no GPU (Debian: "
                  "libegl-mesa0, libgl1-mesa-dri)");
}

std::vector<EGLDeviceEXT> egl_devices() {
  if (!epoxy_has_egl())
    throw Error(
        ErrorKind::unsupported,
        "an OpenGL context without a window needs libEGL.so.1, which is not there; Debian's package is libegl1");
  const auto has = [](const char* extension) { return epoxy_has_egl_extension(EGL_NO_DISPLAY, extension); };
  // The second extension is an older one that includes the first.
  if (!has("EGL_EXT_device_enumeration") && !has("EGL_EXT_device_base"))
    refuse_offscreen("EGL has no EGL_EXT_device_enumeration, by which it lists its devices");
  if (!has("EGL_EXT_platform_device"))
    refuse_offscreen("EGL has no EGL_EXT_platform_device, by which its devices have contexts");
  std::vector<EGLDeviceEXT> devices(max_devices);
  EGLint count = 0;
  if (!eglQueryDevicesEXT(max_devices, devices.data(), &count)) count = 0;
  devices.resize(static_cast<std::size_t>(count));
  return devices;
}

std::string egl_failure(const char* call) {
  return fmt::format("{} failed: 0x{:04x}", call, eglGetError());
}

// Tells whether the current context renders on this device.
bool is_current_on(const DeviceUuid& device) {
  if (!epoxy_has_gl_extension("GL_EXT_memory_object")) return false;
  DeviceUuid uuid{};
  glGetUnsignedBytei_vEXT(GL_DEVICE_UUID_EXT, 0, uuid.data());
  return uuid == device;
}

}  // namespace

struct OffscreenContext::State {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (context == EGL_NO_CONTEXT) return;
    if (eglGetCurrentContext() == context) eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
  }

  // Makes a context on this device current. Returns what went wrong, or an empty text.
  std::string open(EGLDeviceEXT device) {
    display = eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
    if (display == EGL_NO_DISPLAY) return egl_failure("eglGetPlatformDisplayEXT");
    if (!eglInitialize(display, nullptr, nullptr)) return egl_failure("eglInitialize");
    if (!eglBindAPI(EGL_OPENGL_API)) return egl_failure("eglBindAPI");
    constexpr EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) return egl_failure("eglChooseConfig");
    constexpr EGLint version[] = {
        EGL_CONTEXT_MAJOR_VERSION,           4,       EGL_CONTEXT_MINOR_VERSION, 5, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (context == EGL_NO_CONTEXT) return egl_failure("eglCreateContext for OpenGL 4.5");
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return egl_failure("eglMakeCurrent");
    return {};
  }

  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
};

OffscreenContext::OffscreenContext(const std::optional<DeviceUuid>& device) {
  std::string problems;
  const std::vector<EGLDeviceEXT> devices = egl_devices();
  EGLDeviceEXT fallback = nullptr;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    state_ = std::make_unique<State>();
    const std::string problem = state_->open(devices[i]);
    if (problem.empty() && (!device || is_current_on(*device))) return;
    if (problem.empty() && fallback == nullptr) fallback = devices[i];
    if (!problem.empty()) problems += fmt::format("{}device {}: {}", problems.empty() ? "" : "; ", i, problem);
    state_.reset();
  }
  state_ = std::make_unique<State>();
  if (fallback != nullptr && state_->open(fallback).empty()) return;
  refuse_offscreen(fmt::format("EGL makes no OpenGL context on any of its {} devices{}{}", devices.size(),
                               problems.empty() ? "" : ": ", problems));
}

OffscreenContext::~OffscreenContext() = default;

}  // namespace lenslet::gl

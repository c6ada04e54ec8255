// Few drivers have cl_khr_gl_sharing. NVIDIA's has it only for devices with a display.
#include "gl/cl_objects.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <CL/cl_gl.h>
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"

namespace lenslet::ocl {
namespace {

constexpr const char* sharing_extension = "cl_khr_gl_sharing";
constexpr const char* apple_extension = "cl_APPLE_gl_sharing";

// Of Apple's extension, which shares whatever the share group has.
constexpr cl_context_properties apple_share_group = 0x10000000;

bool has_extension(const DeviceInfo& device, const char* extension) {
  return std::ranges::count(device.extensions, extension) > 0;
}

cl_context_properties property(const void* value) {
  return reinterpret_cast<cl_context_properties>(value);
}

Event enqueue_gl(const Queue& queue, cl_mem object, const std::vector<cl::Event>& after,
                 decltype(clEnqueueAcquireGLObjects)* call, const char* name) {
  std::vector<cl_event> events;
  for (const cl::Event& event : after) events.push_back(event());
  cl_event done = nullptr;
  const cl_int status = call(queue.handle().queue(), 1, &object, static_cast<cl_uint>(events.size()),
                             events.empty() ? nullptr : events.data(), &done);
  if (status != CL_SUCCESS) throw_device_error(name, status);
  queue.flush();
  return Event(done);
}

// What a code of clCreateFromGLTexture() and its like means for the caller.
std::string meaning_of(cl_int status) {
  switch (status) {
    case CL_INVALID_GL_OBJECT:
      return "OpenGL has no such object, or it is incomplete, or has no memory";
    case CL_INVALID_MIP_LEVEL:
      return "the driver does not share this level";
    case CL_INVALID_IMAGE_FORMAT_DESCRIPTOR:
      return "the driver has no format of image objects for OpenGL's internal format";
    case CL_INVALID_OPERATION:
      return "the driver does not share textures with borders, or of this kind";
    case CL_INVALID_CONTEXT:
      return "the session's context does not share OpenGL's objects";
    default:
      return "the driver refuses";
  }
}

bool has_no_such(cl_int status) {
  return status == CL_INVALID_MIP_LEVEL || status == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR ||
         status == CL_INVALID_OPERATION;
}

// A loader cannot know which driver has the function, so the platform is asked for it.
clGetGLContextInfoKHR_fn context_query(const Device& device) {
  return reinterpret_cast<clGetGLContextInfoKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(device.handle().platform(), "clGetGLContextInfoKHR"));
}

// A driver that does not know the OpenGL context returns an error, and so no devices.
std::vector<cl_device_id> devices_of_context(const Device& device, const GlContext& context, cl_gl_context_info what) {
  const clGetGLContextInfoKHR_fn query = context_query(device);
  if (query == nullptr) return {};
  const std::vector<std::intptr_t> properties = sharing_properties(context, device.handle().platform());
  std::size_t bytes = 0;
  if (query(properties.data(), what, 0, nullptr, &bytes) != CL_SUCCESS) return {};
  std::vector<cl_device_id> found(bytes / sizeof(cl_device_id));
  if (query(properties.data(), what, bytes, found.data(), nullptr) != CL_SUCCESS) return {};
  std::erase(found, nullptr);
  return found;
}

bool is_among(const Device& device, const std::vector<cl_device_id>& devices) {
  return std::ranges::count(devices, device.handle().device()) > 0;
}

}  // namespace

std::string sharing_problem(const Device& device) {
  const DeviceInfo& info = device.info();
  if (has_extension(info, sharing_extension) || has_extension(info, apple_extension)) return {};
  return fmt::format("{} ({}) has no {}", info.name, info.platform, sharing_extension);
}

// Apple's extension has another query, and one share group for all.
std::string sharing_problem(const Device& device, const GlContext& context) {
  if (std::string problem = sharing_problem(device); !problem.empty()) return problem;
  if (!has_extension(device.info(), sharing_extension)) return {};
  if (is_among(device, devices_of_context(device, context, CL_DEVICES_FOR_GL_CONTEXT_KHR))) return {};
  return fmt::format("{} ({}) is none of the devices that share the objects of this OpenGL context", device.info().name,
                     device.info().platform);
}

std::vector<std::intptr_t> sharing_properties(const GlContext& gl, void* platform) {
  const cl_context_properties own = property(gl.context), display = property(gl.display);
  const auto with = [&](cl_context_properties name) {
    return std::vector<std::intptr_t>{CL_GL_CONTEXT_KHR,  own, name, display, CL_CONTEXT_PLATFORM,
                                      property(platform), 0};
  };
  switch (gl.system) {
    case GlContext::System::egl:
      return with(CL_EGL_DISPLAY_KHR);
    case GlContext::System::glx:
      return with(CL_GLX_DISPLAY_KHR);
    case GlContext::System::wgl:
      return with(CL_WGL_HDC_KHR);
    default:
      return {apple_share_group, display, CL_CONTEXT_PLATFORM, property(platform), 0};
  }
}

std::vector<Device> devices_sharing(const GlContext& context) {
  std::vector<Device> sharing;
  for (const Device& device : all_devices()) {
    if (!sharing_problem(device, context).empty()) continue;
    const bool renders = is_among(device, devices_of_context(device, context, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR));
    sharing.insert(renders ? sharing.begin() : sharing.end(), device);
  }
  return sharing;
}

Queue open_sharing(const Device& device, bool timed, const GlContext& gl) {
  const Device::Handle& handle = device.handle();
  std::vector<std::intptr_t> properties = sharing_properties(gl, handle.platform());
  return checked(
      [&] {
        const cl::Context context(handle.device, properties.data());
        cl::CommandQueue queue(context, handle.device, timed ? CL_QUEUE_PROFILING_ENABLE : 0);
        return Queue(with_texel_types(device, context), timed,
                     std::make_shared<Queue::Handle>(Queue::Handle{context, std::move(queue)}));
      },
      [&] { return fmt::format("for the OpenGL context that is current, on {}", device.info().name); });
}

bool shares_objects(const Queue& queue) {
  const auto properties = checked([&] { return queue.handle().context.getInfo<CL_CONTEXT_PROPERTIES>(); });
  for (std::size_t i = 0; i + 1 < properties.size(); i += 2)
    if (properties[i] == CL_GL_CONTEXT_KHR || properties[i] == apple_share_group) return true;
  return false;
}

void refuse_gl_object(const char* call, int status, const std::string& what) {
  const std::string text =
      fmt::format("{} failed: {} ({}), of {}: {}", call, code_name(status), status, what, meaning_of(status));
  throw Error(has_no_such(status) ? ErrorKind::unsupported : ErrorKind::device, text);
}

Buffer buffer_of_gl(const Queue& queue, std::uint32_t buffer, std::uint64_t bytes) {
  cl_int status = CL_SUCCESS;
  cl_mem memory = clCreateFromGLBuffer(queue.handle().context(), CL_MEM_READ_WRITE, buffer, &status);
  if (status != CL_SUCCESS) refuse_gl_object("clCreateFromGLBuffer", status, fmt::format("buffer {}", buffer));
  return Buffer(std::make_shared<Buffer::Handle>(Buffer::Handle{cl::Buffer(memory)}), bytes);
}

Event acquire_from_gl(const Queue& queue, cl_mem object) {
  return enqueue_gl(queue, object, {}, clEnqueueAcquireGLObjects, "clEnqueueAcquireGLObjects");
}

Event release_to_gl(const Queue& queue, cl_mem object) {
  return enqueue_gl(queue, object, {}, clEnqueueReleaseGLObjects, "clEnqueueReleaseGLObjects");
}

bool has_gl_events(const Device& device) {
  return has_extension(device.info(), "cl_khr_gl_event");
}

Event acquire_from_gl(const Queue& queue, cl_mem object, void* fence) {
  cl_int status = CL_SUCCESS;
  cl_event event = clCreateEventFromGLsyncKHR(queue.handle().context(), static_cast<cl_GLsync>(fence), &status);
  if (status != CL_SUCCESS) throw_device_error("clCreateEventFromGLsyncKHR", status);
  return enqueue_gl(queue, object, {cl::Event(event)}, clEnqueueAcquireGLObjects, "clEnqueueAcquireGLObjects");
}

cl_context context_of(const Queue& queue) {
  return queue.handle().context();
}

}  // namespace lenslet::ocl

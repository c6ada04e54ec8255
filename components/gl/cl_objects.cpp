// Few drivers have cl_khr_gl_sharing. NVIDIA's has it only for devices with a display.
#include "gl/cl_objects.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <CL/cl_gl.h>
#include <fmt/format.h>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"

namespace lenslet::ocl {
namespace {

constexpr const char* sharing_extension = "cl_khr_gl_sharing";

bool has_extension(const DeviceInfo& device, const char* extension) {
  return std::ranges::count(device.extensions, extension) > 0;
}

cl_context_properties property(const void* value) {
  return reinterpret_cast<cl_context_properties>(value);
}

Event enqueue(const Queue& queue, const Buffer& buffer, const std::vector<cl::Event>& after,
              decltype(clEnqueueAcquireGLObjects)* call, const char* name) {
  const cl_mem handle = buffer.handle().buffer();
  std::vector<cl_event> events;
  for (const cl::Event& event : after) events.push_back(event());
  cl_event done = nullptr;
  const cl_int status = call(queue.handle().queue(), 1, &handle, static_cast<cl_uint>(events.size()),
                             events.empty() ? nullptr : events.data(), &done);
  if (status != CL_SUCCESS) throw_device_error(name, status);
  queue.flush();
  return Event(done);
}

}  // namespace

std::string sharing_problem(const Device& device) {
  const DeviceInfo& info = device.info();
  if (has_extension(info, sharing_extension)) return {};
  return fmt::format("{} ({}) has no {}", info.name, info.platform, sharing_extension);
}

Queue open_sharing(const Device& device, bool timed, const GlContext& gl) {
  const Device::Handle& handle = device.handle();
  const cl_context_properties display = gl.system == GlContext::System::egl ? CL_EGL_DISPLAY_KHR : CL_GLX_DISPLAY_KHR;
  cl_context_properties properties[] = {CL_GL_CONTEXT_KHR,   property(gl.context),        display, property(gl.display),
                                        CL_CONTEXT_PLATFORM, property(handle.platform()), 0};
  return checked(
      [&] {
        const cl::Context context(handle.device, properties);
        cl::CommandQueue queue(context, handle.device, timed ? CL_QUEUE_PROFILING_ENABLE : 0);
        return Queue(with_texel_types(device, context), timed,
                     std::make_shared<Queue::Handle>(Queue::Handle{context, std::move(queue)}));
      },
      [&] { return fmt::format("for the OpenGL context that is current, on {}", device.info().name); });
}

bool shares_objects(const Queue& queue) {
  const auto properties = checked([&] { return queue.handle().context.getInfo<CL_CONTEXT_PROPERTIES>(); });
  for (std::size_t i = 0; i + 1 < properties.size(); i += 2)
    if (properties[i] == CL_GL_CONTEXT_KHR) return true;
  return false;
}

Buffer buffer_of_gl(const Queue& queue, std::uint32_t buffer, std::uint64_t bytes) {
  cl_int status = CL_SUCCESS;
  cl_mem memory = clCreateFromGLBuffer(queue.handle().context(), CL_MEM_READ_WRITE, buffer, &status);
  if (status != CL_SUCCESS) throw_device_error("clCreateFromGLBuffer", status, fmt::format("of buffer {}", buffer));
  return Buffer(std::make_shared<Buffer::Handle>(Buffer::Handle{cl::Buffer(memory)}), bytes);
}

Event acquire_from_gl(const Queue& queue, const Buffer& buffer) {
  return enqueue(queue, buffer, {}, clEnqueueAcquireGLObjects, "clEnqueueAcquireGLObjects");
}

Event release_to_gl(const Queue& queue, const Buffer& buffer) {
  return enqueue(queue, buffer, {}, clEnqueueReleaseGLObjects, "clEnqueueReleaseGLObjects");
}

bool has_gl_events(const Device& device) {
  return has_extension(device.info(), "cl_khr_gl_event");
}

Event acquire_from_gl(const Queue& queue, const Buffer& buffer, void* fence) {
  cl_int status = CL_SUCCESS;
  cl_event event = clCreateEventFromGLsyncKHR(queue.handle().context(), static_cast<cl_GLsync>(fence), &status);
  if (status != CL_SUCCESS) throw_device_error("clCreateEventFromGLsyncKHR", status);
  return enqueue(queue, buffer, {cl::Event(event)}, clEnqueueAcquireGLObjects, "clEnqueueAcquireGLObjects");
}

}  // namespace lenslet::ocl

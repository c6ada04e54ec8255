// A context of OpenCL's that shares the objects of OpenGL's context that is current. EGL has made that one; what the
// window systems of the text want is a row each.
#include "listings/host/opengl/opengl.hpp"

#include <lenslet/external_memory.hpp>

namespace lenslet::listings {
namespace {

void add_window_systems(Report& report) {
  report.fact("OpenGL's context, by EGL", "CL_GL_CONTEXT_KHR, CL_EGL_DISPLAY_KHR");
  report.fact("  on Windows", "", "CL_GL_CONTEXT_KHR, CL_WGL_HDC_KHR");
  report.fact("  on Linux, by GLX", "", "CL_GL_CONTEXT_KHR, CL_GLX_DISPLAY_KHR");
  report.fact("  on a Mac", "", "CL_CONTEXT_PROPERTY_USE_CGL_SHAREGROUP_APPLE");
}

std::vector<cl_context_properties> properties_of(cl_context context) {
  std::size_t bytes = 0;
  need(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, 0, nullptr, &bytes), "clGetContextInfo");
  std::vector<cl_context_properties> properties(bytes / sizeof(cl_context_properties));
  need(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, bytes, properties.data(), nullptr), "clGetContextInfo");
  return properties;
}

cl_int code_of_buffer(cl_context context, GLuint buffer) {
  cl_int code = CL_SUCCESS;
  const HeldMemory memory(clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, buffer, &code));
  return code;
}

// What the device's compiler says of these lines, which are C.
HostResult errors_of(const Session& session, const char* lines) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  cl_int code = CL_SUCCESS;
  const HeldProgram program(clCreateProgramWithSource(on.context, 1, &lines, nullptr, &code));
  need(code, "clCreateProgramWithSource");
  Report report;
  report.code("the printed lines, as C", clBuildProgram(program, 1, &on.device, "", nullptr, nullptr), CL_SUCCESS);
  report.fact("  by", complaint_of(program, on.device));
  return report.take();
}

}  // namespace

HostResult gl_context(const Session& session) {
  const cl_device_id device = sharing_device(session);
  const gl::OffscreenContext opengl(uuid_of(session));  // it must be current first
  if (sharing_devices(device) == 0) not_here("no device shares the objects of EGL's OpenGL context");
  const std::vector<cl_context_properties> properties = properties_of_current(device);
  cl_int err = CL_SUCCESS;
  const HeldContext context(clCreateContext(properties.data(), 1, &device, nullptr, nullptr, &err));
  Report report;
  add_window_systems(report);
  report.fact("devices that share with it", fmt::format("{}", sharing_devices(device)));
  report.code("clCreateContext", err, CL_SUCCESS);
  report.holds("it has the properties that it was given", properties_of(context) == properties);
  const GLuint buffer = array_buffer(64, nullptr);
  report.code("a buffer of OpenGL's in it", code_of_buffer(context, buffer), CL_SUCCESS);
  report.code("the buffer in a context without the properties",
              code_of_buffer(opencl::handles_of(session).context, buffer), CL_INVALID_CONTEXT);
  return report.take();
}

// No context of OpenGL's is current any more.
HostResult gl_context_too_early(const Session& session) {
  const cl_device_id device = sharing_device(session);
  { const gl::OffscreenContext ended(uuid_of(session)); }
  cl_int err = CL_SUCCESS;
  const HeldContext context(clCreateContext(properties_of_current(device).data(), 1, &device, nullptr, nullptr, &err));
  Report report;
  report.code("clCreateContext", err, CL_SUCCESS);
  return report.take();
}

// What stands where a pointer to the code should.
HostResult gl_context_error_as_printed(const Session& session) {
  return errors_of(session, R"(
void create_context(int* code);
void windows() { create_context(clInt errNumber); }
)");
}

// Another name than that of the variable.
HostResult gl_context_group_as_printed(const Session& session) {
  return errors_of(session, R"(
void on_a_mac(long cglShGrp) { long properties[] = {0x10000000, kCGLShareGroup, 0}; }
)");
}

}  // namespace lenslet::listings

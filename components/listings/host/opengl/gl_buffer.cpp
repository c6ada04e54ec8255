// A buffer of OpenGL's vertices as a buffer of OpenCL's: made by OpenGL, with its memory, before OpenCL takes it.
#include "listings/host/opengl/opengl.hpp"

namespace lenslet::listings {
namespace {

constexpr GLsizeiptr BUF_SIZE = 350;

HeldMemory shared_buffer(cl_context context, cl_mem_flags flags, GLuint vbo, cl_int& code) {
  return HeldMemory(clCreateFromGLBuffer(context, flags, vbo, &code));
}

void add(Report& report, const char* name, cl_mem_flags flags, cl_context context, GLuint vbo) {
  cl_int code = CL_SUCCESS;
  const HeldMemory memory = shared_buffer(context, flags, vbo, code);
  report.code(fmt::format("clCreateFromGLBuffer, {}", name), code, CL_SUCCESS);
  if (code != CL_SUCCESS) return;
  cl_gl_object_type type = 0;
  cl_GLuint made_of = 0;
  need(clGetGLObjectInfo(memory, &type, &made_of), "clGetGLObjectInfo");
  report.holds("  is made of this buffer", type == CL_GL_OBJECT_BUFFER && made_of == vbo);
  report.equal("  its bytes", ask<std::size_t>(clGetMemObjectInfo, memory, CL_MEM_SIZE), BUF_SIZE);
  report.holds("  its flags", ask<cl_mem_flags>(clGetMemObjectInfo, memory, CL_MEM_FLAGS) == flags);
}

}  // namespace

HostResult gl_buffer(const Session& session) {
  const Shared shared(session);
  GLuint vbo = 0;
  glGenBuffers(1, &vbo);
  glBindBuffer(GL_ARRAY_BUFFER, vbo);
  glBufferData(GL_ARRAY_BUFFER, BUF_SIZE, nullptr, GL_DYNAMIC_DRAW);
  Report report;
  add(report, "CL_MEM_READ_ONLY", CL_MEM_READ_ONLY, shared.context(), vbo);
  add(report, "CL_MEM_WRITE_ONLY", CL_MEM_WRITE_ONLY, shared.context(), vbo);
  add(report, "CL_MEM_READ_WRITE", CL_MEM_READ_WRITE, shared.context(), vbo);
  return report.take();
}

// OpenCL takes the buffer before glBufferData() gives it memory.
HostResult gl_buffer_without_memory(const Session& session) {
  const Shared shared(session);
  GLuint vbo = 0;
  glGenBuffers(1, &vbo);
  glBindBuffer(GL_ARRAY_BUFFER, vbo);
  cl_int code = CL_SUCCESS;
  const HeldMemory memory = shared_buffer(shared.context(), CL_MEM_READ_WRITE, vbo, code);
  Report report;
  report.code("clCreateFromGLBuffer", code, CL_SUCCESS);
  return report.take();
}

// OpenGL's memory is made anew behind OpenCL's back, which may go on with the old one.
HostResult gl_buffer_made_anew(const Session& session) {
  const Shared shared(session);
  const GLuint vbo = array_buffer(BUF_SIZE, nullptr);
  cl_int code = CL_SUCCESS;
  const HeldMemory memory = shared_buffer(shared.context(), CL_MEM_READ_WRITE, vbo, code);
  need(code, "clCreateFromGLBuffer");
  glBufferData(GL_ARRAY_BUFFER, 2 * BUF_SIZE, nullptr, GL_DYNAMIC_DRAW);
  Report report;
  report.equal("bytes of OpenCL's buffer", ask<std::size_t>(clGetMemObjectInfo, memory, CL_MEM_SIZE), 2 * BUF_SIZE);
  return report.take();
}

}  // namespace lenslet::listings

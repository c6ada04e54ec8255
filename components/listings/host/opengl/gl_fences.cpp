// The devices wait for each other: a fence of OpenGL's as an event that clEnqueueAcquireGLObjects waits for, and an
// event of OpenCL's as a fence that OpenGL waits for.
#include "listings/host/opengl/opengl.hpp"

namespace lenslet::listings {
namespace {

constexpr std::size_t items = 256;

constexpr const char* twice_text = "__kernel void twice(__global int* x) { x[get_global_id(0)] *= 2; }";

// A buffer of OpenGL's, OpenCL's of it, and a kernel that doubles its numbers.
struct Numbers {
  explicit Numbers(const Shared& shared) : program(program_of(shared.on(), twice_text)) {
    const std::vector<GLint> at_first(items, 1);
    vbo = array_buffer(items * sizeof(GLint), at_first.data());
    cl_int code = CL_SUCCESS;
    memory = HeldMemory(clCreateFromGLBuffer(shared.context(), CL_MEM_READ_WRITE, vbo, &code));
    need(code, "clCreateFromGLBuffer");
    twice = kernel_of(program, "twice");
    set_argument(twice, 0, memory);
  }
  void launch(cl_command_queue queue) const {
    need(clEnqueueNDRangeKernel(queue, twice, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
         "clEnqueueNDRangeKernel");
  }
  // OpenGL's own command, which lets all numbers be `value`.
  void fill(GLint value) const { glClearNamedBufferData(vbo, GL_R32I, GL_RED_INTEGER, GL_INT, &value); }
  std::vector<GLint> read() const {
    std::vector<GLint> values(items);
    glGetNamedBufferSubData(vbo, 0, items * sizeof(GLint), values.data());
    return values;
  }

  GLuint vbo = 0;
  HeldMemory memory;
  HeldProgram program;
  HeldKernel twice;
};

// OpenGL's fence behind its commands so far.
HeldEvent event_of_fence(cl_context context, GLsync fence) {
  cl_int code = CL_SUCCESS;
  HeldEvent event(clCreateEventFromGLsyncKHR(context, reinterpret_cast<cl_GLsync>(fence), &code));
  need(code, "clCreateEventFromGLsyncKHR");
  return event;
}

// OpenGL's later commands wait for the event, without the host; where OpenGL cannot, the host does.
std::string hold_opengl(cl_context context, cl_event event) {
  if (!epoxy_has_gl_extension("GL_ARB_cl_event")) {
    need(clWaitForEvents(1, &event), "clWaitForEvents");
    return "not here: OpenGL has no GL_ARB_cl_event";
  }
  GLsync from_cl = glCreateSyncFromCLeventARB(context, event, 0);
  glWaitSync(from_cl, 0, GL_TIMEOUT_IGNORED);
  glDeleteSync(from_cl);
  return "glWaitSync";
}

}  // namespace

HostResult gl_fences(const Session& session) {
  const Shared shared(session);
  if (!shared.has("cl_khr_gl_event")) not_here(session.device().name + " has no cl_khr_gl_event");
  const Numbers numbers(shared);
  numbers.fill(21);
  GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  const HeldEvent from_gl = event_of_fence(shared.context(), fence);
  const auto state = ask<cl_int>(clGetEventInfo, from_gl, CL_EVENT_COMMAND_EXECUTION_STATUS);
  Report report;
  report.holds("the fence's event is CL_SUBMITTED or CL_COMPLETE", state == CL_SUBMITTED || state == CL_COMPLETE);
  acquire(shared.queue(), numbers.memory, {from_gl});
  numbers.launch(shared.queue());
  HeldEvent released;
  release(shared.queue(), numbers.memory, released.out());
  need(clFlush(shared.queue()), "clFlush");
  report.fact("OpenGL waits for the release by", hold_opengl(shared.context(), released));
  report.holds("OpenGL sees twice its own numbers", numbers.read() == std::vector<GLint>(items, 42));
  const GLenum passed = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1'000'000'000);
  report.holds("the host waits by glClientWaitSync", passed == GL_ALREADY_SIGNALED || passed == GL_CONDITION_SATISFIED);
  glDeleteSync(fence);
  return report.take();
}

// A line that has the event's name alone: no call makes it.
HostResult gl_fences_as_printed(const Session& session) {
  const Shared shared(session);
  if (!shared.has("cl_khr_gl_event")) not_here(session.device().name + " has no cl_khr_gl_event");
  const Numbers numbers(shared);
  cl_event eventFromCl = nullptr;
  static_cast<void>(eventFromCl);
  const cl_mem memory = numbers.memory;
  Report report;
  report.code("clEnqueueAcquireGLObjects that waits for it",
              clEnqueueAcquireGLObjects(shared.queue(), 1, &memory, 1, &eventFromCl, nullptr), CL_SUCCESS);
  return report.take();
}

}  // namespace lenslet::listings

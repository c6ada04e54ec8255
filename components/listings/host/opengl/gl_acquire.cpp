// A kernel that moves OpenGL's points, in five steps: OpenGL ends its work, OpenCL acquires the buffer, runs the
// kernel, ends its own, and releases the buffer; then OpenGL draws.
#include "listings/host/opengl/opengl.hpp"

namespace lenslet::listings {
namespace {

constexpr std::size_t points_side = 16, point_count = points_side * points_side;

// All points lie on the first pixel at first; the kernel gives each a pixel of its own.
constexpr const char* points_text = R"(
__kernel void spread(__global float4* points) {
  const int x = get_global_id(0), y = get_global_id(1), side = get_global_size(0);
  points[y * side + x] = (float4)((2 * x + 1.0f) / side - 1, (2 * y + 1.0f) / side - 1, 0, 1);
}
)";

// OpenGL's buffer of points, OpenCL's of it, and the kernel.
struct Points {
  explicit Points(const Shared& shared) : program(program_of(shared.on(), points_text)) {
    std::vector<std::array<GLfloat, 4>> at_first(point_count, {-0.95f, -0.95f, 0, 1});
    vbo = array_buffer(point_count * sizeof at_first[0], at_first.data());
    cl_int code = CL_SUCCESS;
    memory = HeldMemory(clCreateFromGLBuffer(shared.context(), CL_MEM_READ_WRITE, vbo, &code));
    need(code, "clCreateFromGLBuffer");
    spread = kernel_of(program, "spread");
    set_argument(spread, 0, memory);
  }
  void launch(cl_command_queue queue) const {
    constexpr std::size_t global[] = {points_side, points_side};
    need(clEnqueueNDRangeKernel(queue, spread, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
         "clEnqueueNDRangeKernel");
  }
  // How many pixels OpenGL lights.
  std::size_t drawn() const {
    const Pixels pixels(points_side, points_side, black);
    pixels.bind();
    draw(GL_POINTS, point_count, vbo, 4);
    return pixels.count(green);
  }

  GLuint vbo = 0;
  HeldMemory memory;
  HeldProgram program;
  HeldKernel spread;
};

// With cl_khr_gl_event the driver keeps the order, in a thread whose OpenGL context is current.
std::size_t drawn_without_waits(const Shared& shared) {
  const Points points(shared);
  acquire(shared.queue(), points.memory);
  points.launch(shared.queue());
  release(shared.queue(), points.memory);
  need(clFlush(shared.queue()), "clFlush");
  return points.drawn();
}

}  // namespace

HostResult gl_acquire(const Session& session) {
  const Shared shared(session);
  const Points points(shared);
  Report report;
  report.equal("pixels that OpenGL draws before", points.drawn(), 1);
  glFinish();
  acquire(shared.queue(), points.memory);
  points.launch(shared.queue());
  need(clFinish(shared.queue()), "clFinish");
  release(shared.queue(), points.memory);
  need(clFinish(shared.queue()), "clFinish");  // or OpenGL may draw before the release has begun
  report.equal("pixels that OpenGL draws of 16 x 16 points", points.drawn(), point_count);
  if (!shared.has("cl_khr_gl_event"))
    report.fact("without glFinish and clFinish", "not here: no cl_khr_gl_event");
  else
    report.equal("  without glFinish and clFinish, by cl_khr_gl_event", drawn_without_waits(shared), point_count);
  return report.take();
}

// The five steps alone: nothing sends the release to the device before OpenGL draws.
HostResult gl_acquire_without_flush(const Session& session) {
  const Shared shared(session);
  const Points points(shared);
  glFinish();
  acquire(shared.queue(), points.memory);
  points.launch(shared.queue());
  need(clFinish(shared.queue()), "clFinish");
  release(shared.queue(), points.memory);
  Report report;
  report.equal("pixels that OpenGL draws of 16 x 16 points", points.drawn(), point_count);
  need(clFinish(shared.queue()), "clFinish");
  return report.take();
}

// The extension is none of OpenCL C: a kernel that enables it changes nothing.
HostResult gl_acquire_by_pragma(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const auto extensions = [&] { return ask_text(clGetDeviceInfo, on.device, CL_DEVICE_EXTENSIONS); };
  const std::string before = extensions();
  const HeldProgram program =
      program_of(on, (std::string("#pragma OPENCL EXTENSION cl_khr_gl_event : enable\n") + points_text).c_str());
  Report report;
  report.holds("the pragma adds the extension to the device's", extensions() != before);
  report.fact("the compiler says", complaint_of(program, on.device));
  return report.take();
}

}  // namespace lenslet::listings

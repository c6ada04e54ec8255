// A program's steps from the host's buffers to the release, in the order of the flow_text, with SAXPY as its kernel.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

constexpr const char* flow_text = R"(
__kernel void saxpy_kernel(float alpha, __global const float* A, __global const float* B, __global float* C) {
  const size_t i = get_global_id(0);
  C[i] = alpha * A[i] + B[i];
}
)";

constexpr std::size_t flow_items = 1024, flow_group = 64, flow_bytes = flow_items * sizeof(cl_float);

}  // namespace

HostResult program_flow(const Session& session) {
  // 1: buffers of the host.
  std::vector<cl_float> a = counted_from<cl_float>(0, flow_items), b(flow_items), c(flow_items);
  for (std::size_t i = 0; i < flow_items; ++i) b[i] = static_cast<cl_float>(flow_items - i);
  // 2, 3: a platform and its devices; here those of the session, so that --device chooses.
  cl_device_id device = opencl::handles_of(session).device;
  const auto platform = ask<cl_platform_id>(clGetDeviceInfo, device, CL_DEVICE_PLATFORM);
  // 4, 5: a context and a queue.
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform),
                                              0};
  cl_int code = CL_SUCCESS;
  const HeldContext context(clCreateContext(properties, 1, &device, nullptr, nullptr, &code));
  need(code, "clCreateContext");
  const opencl::SessionHandles on{context, device, nullptr};
  const HeldQueue queue = queue_of(on);
  // 6, 7: buffers of the device, and copies into them.
  const HeldMemory on_a = buffer_of(context, flow_bytes), on_b = buffer_of(context, flow_bytes),
                   on_c = buffer_of(context, flow_bytes);
  need(clEnqueueWriteBuffer(queue, on_a, CL_TRUE, 0, flow_bytes, a.data(), 0, nullptr, nullptr),
       "clEnqueueWriteBuffer");
  need(clEnqueueWriteBuffer(queue, on_b, CL_TRUE, 0, flow_bytes, b.data(), 0, nullptr, nullptr),
       "clEnqueueWriteBuffer");
  // 8 to 11: the program, its build, the kernel and its arguments.
  const HeldProgram program = program_of(on, flow_text);
  const HeldKernel kernel = kernel_of(program, "saxpy_kernel");
  set_argument(kernel, 0, 2.0f);
  set_argument(kernel, 1, on_a);
  set_argument(kernel, 2, on_b);
  set_argument(kernel, 3, on_c);
  // 12 to 14: the launch, the copy back, and the end of all commands. 15: the handles release themselves.
  need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &flow_items, &flow_group, 0, nullptr, nullptr),
       "clEnqueueNDRangeKernel");
  need(clEnqueueReadBuffer(queue, on_c, CL_TRUE, 0, flow_bytes, c.data(), 0, nullptr, nullptr), "clEnqueueReadBuffer");
  need(clFinish(queue), "clFinish");
  Report report;
  report.equal("2.0 * 0 + 1024", c.front(), 1024);
  report.equal("2.0 * 1023 + 1", c.back(), 2047);
  report.holds("C[i] is i + 1024 everywhere", c == counted_from<cl_float>(1024, flow_items));
  return report.take();
}

}  // namespace lenslet::listings

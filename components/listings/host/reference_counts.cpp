// Retaining and releasing: each object counts its references.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult reference_counts(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldProgram program = program_of(on, "__kernel void one(__global int* x) { *x = 1; }");
  const HeldKernel kernel = kernel_of(program, "one");
  const HeldMemory buffer = buffer_of(on.context, 64);
  const auto of_kernel = [&] { return ask<cl_uint>(clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT); };
  const auto of_buffer = [&] { return ask<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT); };
  Report report;
  const cl_uint kernels = of_kernel(), buffers = of_buffer();
  need(clRetainKernel(kernel), "clRetainKernel");
  need(clRetainMemObject(buffer), "clRetainMemObject");
  report.equal("a kernel and a buffer, retained once more", std::vector{of_kernel(), of_buffer()},
               std::vector{kernels + 1, buffers + 1});
  need(clReleaseKernel(kernel), "clReleaseKernel");
  need(clReleaseMemObject(buffer), "clReleaseMemObject");
  report.equal("released", std::vector{of_kernel(), of_buffer()}, std::vector{kernels, buffers});
  return report.take();
}

}  // namespace lenslet::listings

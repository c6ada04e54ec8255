// Kernels by their names, and all of a program at once.
#include "listings/host/host.hpp"

#include <algorithm>

namespace lenslet::listings {

HostResult create_kernels(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldProgram program =
      program_of(on, "__kernel void one(__global int* x) { *x = 1; } __kernel void two(__global int* x) { *x = 2; }");
  const HeldKernel one = kernel_of(program, "one");
  cl_uint count = 0;
  need(clCreateKernelsInProgram(program, 0, nullptr, &count), "clCreateKernelsInProgram");
  std::vector<cl_kernel> kernels(count);
  need(clCreateKernelsInProgram(program, count, kernels.data(), nullptr), "clCreateKernelsInProgram");
  std::vector<std::string> names;
  for (cl_kernel kernel : kernels) {
    names.push_back(ask_text(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME));
    need(clReleaseKernel(kernel), "clReleaseKernel");
  }
  std::ranges::sort(names);
  cl_int code = CL_SUCCESS;
  const HeldKernel none(clCreateKernel(program, "three", &code));
  Report report;
  report.equal("by its name", ask_text(clGetKernelInfo, one, CL_KERNEL_FUNCTION_NAME), "one");
  report.equal("all kernels", names, std::vector<std::string>{"one", "two"});
  report.code("a name that the program has not", code, CL_INVALID_KERNEL_NAME);
  return report.take();
}

}  // namespace lenslet::listings

// Kernels that a device has without a program: their names, and a program of them.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult built_in_kernels(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const std::string names = ask_text(clGetDeviceInfo, on.device, CL_DEVICE_BUILT_IN_KERNELS);
  if (names.empty()) not_here("the device has no built-in kernels");
  cl_int code = CL_SUCCESS;
  const HeldProgram program(clCreateProgramWithBuiltInKernels(on.context, 1, &on.device, names.c_str(), &code));
  Report report;
  report.fact("CL_DEVICE_BUILT_IN_KERNELS", names);
  report.code("clCreateProgramWithBuiltInKernels", code, CL_SUCCESS);
  return report.take();
}

}  // namespace lenslet::listings

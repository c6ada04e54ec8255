// A GPU where the platform has one, else its CPU, else any device.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

cl_int first_device(cl_platform_id platform, cl_device_type type, cl_device_id* device) {
  return clGetDeviceIDs(platform, type, 1, device, nullptr);
}

cl_platform_id platform_of(const Session& session) {
  return ask<cl_platform_id>(clGetDeviceInfo, opencl::handles_of(session).device, CL_DEVICE_PLATFORM);
}

}  // namespace

HostResult gpu_or_cpu(const Session& session) {
  const cl_platform_id platform = platform_of(session);
  Report report;
  cl_device_id device = nullptr;
  for (const cl_device_type type :
       std::vector<cl_device_type>{CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_ALL}) {
    const cl_int code = first_device(platform, type, &device);
    report.fact(fmt::format("type {:#x}", type), code_text(code));
    if (code == CL_SUCCESS) break;
    device = nullptr;
  }
  report.holds("a device was found", device != nullptr);
  if (device) report.fact("its name", ask_text(clGetDeviceInfo, device, CL_DEVICE_NAME));
  return report.take();
}

// A GPU or nothing.
HostResult gpu_or_cpu_as_printed(const Session& session) {
  cl_device_id device = nullptr;
  Report report;
  report.code("clGetDeviceIDs(CL_DEVICE_TYPE_GPU)", first_device(platform_of(session), CL_DEVICE_TYPE_GPU, &device),
              CL_SUCCESS);
  return report.take();
}

}  // namespace lenslet::listings

// A context with its platform, and a function that the driver calls with the text of an error.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

void CL_CALLBACK on_error(const char*, const void*, std::size_t, void* told) {
  *static_cast<bool*>(told) = true;
}

HeldContext context_on(cl_platform_id platform, cl_device_id device, cl_int& code) {
  static bool told = false;  // the driver may call as long as the context lives
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform),
                                              0};
  return HeldContext(clCreateContext(properties, 1, &device, on_error, &told, &code));
}

}  // namespace

HostResult context(const Session& session) {
  const cl_device_id device = opencl::handles_of(session).device;
  const auto platform = ask<cl_platform_id>(clGetDeviceInfo, device, CL_DEVICE_PLATFORM);
  cl_int code = CL_SUCCESS;
  const HeldContext made = context_on(platform, device, code);
  Report report;
  report.code("clCreateContext", code, CL_SUCCESS);
  report.equal("devices of the context", ask<cl_uint>(clGetContextInfo, made, CL_CONTEXT_NUM_DEVICES), 1);
  report.holds("its device", ask<cl_device_id>(clGetContextInfo, made, CL_CONTEXT_DEVICES) == device);
  return report.take();
}

// The list of platforms is passed for one of them.
HostResult context_as_printed(const Session& session) {
  const cl_device_id device = opencl::handles_of(session).device;
  cl_platform_id platforms[] = {ask<cl_platform_id>(clGetDeviceInfo, device, CL_DEVICE_PLATFORM)};
  cl_int code = CL_SUCCESS;
  const HeldContext made = context_on(reinterpret_cast<cl_platform_id>(platforms), device, code);
  Report report;
  report.code("clCreateContext", code, CL_SUCCESS);
  return report.take();
}

}  // namespace lenslet::listings

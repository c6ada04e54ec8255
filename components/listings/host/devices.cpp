// All devices of the session's platform: name, type (a bit: 2 CPU, 4 GPU, 8 accelerator, 16 custom), vendor, versions,
// units, clock and what they can do.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

void print_device_info(Report& report, cl_device_id device) {
  const auto text = [&](cl_device_info name) { return ask_text(clGetDeviceInfo, device, name); };
  const auto number = [&](cl_device_info name) {
    return fmt::format("{}", ask<cl_uint>(clGetDeviceInfo, device, name));
  };
  report.fact("DEVICE_NAME", text(CL_DEVICE_NAME));
  report.fact("DEVICE_TYPE", fmt::format("{:#x}", ask<cl_device_type>(clGetDeviceInfo, device, CL_DEVICE_TYPE)));
  report.fact("DEVICE_VENDOR", text(CL_DEVICE_VENDOR));
  report.fact("DRIVER_VERSION", text(CL_DRIVER_VERSION));
  report.fact("DEVICE_VERSION", text(CL_DEVICE_VERSION));
  report.fact("MAX_COMPUTE_UNITS", number(CL_DEVICE_MAX_COMPUTE_UNITS));
  report.fact("MAX_CLOCK_FREQUENCY", number(CL_DEVICE_MAX_CLOCK_FREQUENCY));
  report.fact("IMAGE_SUPPORT", number(CL_DEVICE_IMAGE_SUPPORT));
  report.fact("SINGLE_FP_CONFIG",
              fmt::format("{:#x}", ask<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_SINGLE_FP_CONFIG)));
}

}  // namespace

HostResult devices(const Session& session) {
  const cl_device_id own = opencl::handles_of(session).device;
  const auto platform = ask<cl_platform_id>(clGetDeviceInfo, own, CL_DEVICE_PLATFORM);
  cl_uint count = 0;
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), "clGetDeviceIDs");
  std::vector<cl_device_id> all(count);
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, all.data(), nullptr), "clGetDeviceIDs");
  Report report;
  for (cl_device_id device : all) print_device_info(report, device);
  report.holds("DEVICE_VERSION begins with OpenCL",
               ask_text(clGetDeviceInfo, own, CL_DEVICE_VERSION).starts_with("OpenCL "));
  report.holds("MAX_COMPUTE_UNITS is 1 or more", ask<cl_uint>(clGetDeviceInfo, own, CL_DEVICE_MAX_COMPUTE_UNITS) >= 1);
  return report.take();
}

}  // namespace lenslet::listings

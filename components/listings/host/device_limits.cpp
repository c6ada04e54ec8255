// What a program must ask of a device before it chooses sizes.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult device_limits(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const auto size = [&](cl_device_info name) { return ask<std::size_t>(clGetDeviceInfo, on.device, name); };
  const auto number = [&](cl_device_info name) { return ask<cl_uint>(clGetDeviceInfo, on.device, name); };
  const auto bytes = [&](cl_device_info name) { return ask<cl_ulong>(clGetDeviceInfo, on.device, name); };
  Report report({"what", "here", "the text's device"});
  report.fact("MAX_WORK_GROUP_SIZE", fmt::format("{}", size(CL_DEVICE_MAX_WORK_GROUP_SIZE)), "256");
  report.fact("LOCAL_MEM_SIZE", fmt::format("{}", bytes(CL_DEVICE_LOCAL_MEM_SIZE)), "32768");
  report.fact("IMAGE_MAX_BUFFER_SIZE", fmt::format("{}", size(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE)), "134217728");
  report.fact("IMAGE2D_MAX_WIDTH", fmt::format("{}", size(CL_DEVICE_IMAGE2D_MAX_WIDTH)), "16384");
  report.fact("MEM_BASE_ADDR_ALIGN, in bits", fmt::format("{}", number(CL_DEVICE_MEM_BASE_ADDR_ALIGN)));
  report.fact("MAX_CONSTANT_BUFFER_SIZE", fmt::format("{}", bytes(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE)));
  report.holds("ADDRESS_BITS is 32 or 64",
               number(CL_DEVICE_ADDRESS_BITS) == 32 || number(CL_DEVICE_ADDRESS_BITS) == 64);
  report.holds("MAX_WORK_GROUP_SIZE is 1 or more", size(CL_DEVICE_MAX_WORK_GROUP_SIZE) >= 1);
  report.holds("LOCAL_MEM_SIZE is at least 32 KB, as OpenCL 1.2 demands", bytes(CL_DEVICE_LOCAL_MEM_SIZE) >= 32768);
  return report.take();
}

}  // namespace lenslet::listings

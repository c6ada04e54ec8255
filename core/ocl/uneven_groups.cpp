// The query is of OpenCL 3.0; before that the version decides.
#include "ocl/uneven_groups.hpp"

#include <fmt/format.h>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"

namespace lenslet::ocl {
namespace {

constexpr cl_device_info non_uniform_support = 0x1065;  // CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT

UnevenGroups answer(const Device& device) {
  cl_bool supported = CL_FALSE;
  checked(
      [&] {
        if (const cl_int code =
                clGetDeviceInfo(device.handle().device(), non_uniform_support, sizeof supported, &supported, nullptr))
          throw cl::Error(code, "clGetDeviceInfo");
      },
      [] { return std::string("for CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT"); });
  if (supported != CL_FALSE) return {"-cl-std=CL3.0", {}};
  return {{}, fmt::format("CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT of {} is CL_FALSE", device.info().name)};
}

}  // namespace

UnevenGroups uneven_groups(const Device& device) {
  const std::string& version = device.info().version;
  if (version.starts_with("OpenCL 1"))
    return {{}, fmt::format("{} has {}, and uneven groups came with 2.0", device.info().name, version)};
  return version.starts_with("OpenCL 2") ? UnevenGroups{"-cl-std=CL2.0", {}} : answer(device);
}

}  // namespace lenslet::ocl

// OpenCL cannot tell processing elements or lanes that run in step. Vendors' extensions tell some of it.
#include "ocl/hardware.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace lenslet::ocl {
namespace {

// cl_nv_device_attribute_query and cl_amd_device_attribute_query
constexpr cl_device_info capability_major = 0x4000, capability_minor = 0x4001, warp_size = 0x4003;
constexpr cl_device_info units_of_vectors = 0x4040, width_of_vectors = 0x4041, wavefront_width = 0x4043;

bool has(const DeviceInfo& info, std::string_view extension) {
  return std::ranges::count(info.extensions, extension) > 0;
}

std::optional<int> number(const cl::Device& device, cl_device_info what) {
  cl_uint value = 0;
  if (clGetDeviceInfo(device(), what, sizeof value, &value, nullptr) != CL_SUCCESS) return {};
  return static_cast<int>(value);
}

void describe_nvidia(const cl::Device& device, DeviceInfo& info) {
  info.lanes_in_step = number(device, warp_size).value_or(0);
  const auto major = number(device, capability_major), minor = number(device, capability_minor);
  if (major && minor) info.unit_elements = elements_of_capability(*major, *minor);
}

void describe_amd(const cl::Device& device, DeviceInfo& info) {
  info.lanes_in_step = number(device, wavefront_width).value_or(0);
  info.unit_elements = number(device, units_of_vectors).value_or(0) * number(device, width_of_vectors).value_or(0);
}

}  // namespace

// CUDA C++ Programming Guide, "Arithmetic instructions": results of 32-bit floating-point multiply-adds in a clock.
int elements_of_capability(int major, int minor) {
  switch (major) {
    case 2:
      return minor == 0 ? 32 : 48;
    case 3:
      return 192;
    case 5:
      return 128;
    case 6:
      return minor == 0 ? 64 : 128;
    case 7:
      return 64;
    case 8:
      return minor == 0 ? 64 : 128;
    case 9:
    case 10:
    case 12:
      return 128;
    default:
      return 0;
  }
}

int ptx_architecture(const DeviceInfo& device) {
  const std::string_view name = device.architecture;
  int number = 0;
  if (name.starts_with("sm_")) std::from_chars(name.data() + 3, name.data() + name.size(), number);
  return number;
}

void describe_hardware(const cl::Device& device, DeviceInfo& info) {
  info.own_local_memory = device.getInfo<CL_DEVICE_LOCAL_MEM_TYPE>() == CL_LOCAL;
  info.native_floats = static_cast<int>(device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>());
  if (has(info, "cl_nv_device_attribute_query")) return describe_nvidia(device, info);
  if (has(info, "cl_amd_device_attribute_query")) return describe_amd(device, info);
  if (info.kind == DeviceKind::cpu) info.unit_elements = info.native_floats;  // the lanes of a core's vector
}

}  // namespace lenslet::ocl

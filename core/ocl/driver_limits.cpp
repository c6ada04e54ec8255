// Recognises drivers by the names of their platforms and devices.
#include "ocl/driver_limits.hpp"

namespace lenslet::ocl {
namespace {

constexpr std::uint64_t llvmpipe_loop_rounds = 65535;
constexpr std::uint64_t llvmpipe_unrolled_lanes = 400;

bool is_llvmpipe(const DeviceInfo& device) {
  return device.name.starts_with("llvmpipe");
}

bool is_pocl(const DeviceInfo& device) {
  return device.platform == "Portable Computing Language";
}

}  // namespace

std::uint64_t max_loop_rounds(const DeviceInfo& device) {
  return is_llvmpipe(device) ? llvmpipe_loop_rounds : 0;
}

std::uint64_t max_unrolled_lanes(const DeviceInfo& device) {
  return is_llvmpipe(device) ? llvmpipe_unrolled_lanes : 0;
}

bool loses_images_by_division(const DeviceInfo& device) {
  return is_pocl(device);
}

bool maps_from_first_layer(const DeviceInfo& device) {
  return is_llvmpipe(device);
}

bool crashes_in_written_image_buffers(const DeviceInfo& device) {
  return is_pocl(device);
}

bool crashes_in_built_in_kernels(const DeviceInfo& device) {
  return is_pocl(device) && device.driver.starts_with("3.1");
}

// PoCL 3.1 compiles them.
bool crashes_in_branches_behind_barriers(const DeviceInfo& device) {
  return is_pocl(device) && !device.driver.starts_with("3.");
}

bool prints_warnings(const DeviceInfo& device) {
  return is_pocl(device);
}

bool unmaps_what_will_be_mapped(const DeviceInfo& device) {
  return device.platform != "rusticl";
}

bool tells_begin(const DeviceInfo& device) {
  return device.platform != "rusticl";
}

bool copies_first_layer_alone(const DeviceInfo& device) {
  return device.platform == "NVIDIA CUDA";
}

}  // namespace lenslet::ocl

// The OpenCL devices of this machine, and how to name one.
//
// A selector is one of these:
//   - empty: the first GPU, else the first accelerator, else the first CPU;
//   - an index into devices();
//   - words joined by ':', as "nvidia:gpu". A word is a kind (cpu, gpu, accelerator), or a part of the name of
//     the platform, the vendor or the device, in upper or lower case. "pocl" finds Portable Computing Language, too;
//   - a sub-device: "pocl/4/1" is part 1 of 4 (device_group.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/pixel.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

enum class DeviceKind : std::uint8_t { gpu, accelerator, cpu, other };

std::string_view name_of(DeviceKind kind);

struct DeviceInfo {
  int index = 0;  // in the list of devices(); -1 for a caller's device that is not in the list
  DeviceKind kind = DeviceKind::other;
  std::string name;
  std::string vendor;
  std::string platform;
  std::string platform_version;
  std::string version;           // OpenCL version of the device
  std::string language_version;  // OpenCL C version
  std::string driver;
  std::string architecture;  // devices on which the same code is fast share this name: "sm_90", "gfx90a"
  int compute_units = 0;
  int clock_mhz = 0;
  std::uint64_t global_memory = 0;             // bytes
  std::uint64_t max_allocation = 0;            // bytes of one buffer, at most
  std::uint64_t local_memory = 0;              // bytes
  std::uint64_t max_constant = 0;              // bytes of one __constant argument
  std::uint64_t max_group = 0;                 // work-items of one work-group, at most
  std::vector<std::uint64_t> max_group_sides;  // work-items of a work-group along each dimension, at most
  bool images = false;  // kernels can use image objects; the limits below count texels, and a texel is one sample
  std::uint64_t max_image_width = 0;
  std::uint64_t max_image_height = 0;
  std::uint64_t max_image_layers = 0;  // of an array of image objects
  std::uint64_t max_image_buffer = 0;  // of an image object over a buffer
  // Sample types that kernels can read from image objects of each kind. Only Session::device() fills them in.
  std::vector<SampleType> image_buffer_types;
  std::vector<SampleType> image_types;
  std::vector<SampleType> image_array_types;
  int max_vector = 16;                       // lanes: 16 is OpenCL C's limit, some compilers have 32
  bool fast_fma = false;                     // fma() is one instruction
  bool denormals = false;                    // f32 keeps numbers under 2^-126; else they become 0
  bool fp64 = false;                         // kernels can have doubles
  bool sub_groups = false;                   // kernels can have sub-groups
  bool half_sums = false;                    // kernels can add in f16: cl_khr_fp16 with rounding to nearest
  bool host_memory = false;                  // the device's memory is the host's: images on the device take host memory
  std::string profile = {};                  // "FULL_PROFILE" or "EMBEDDED_PROFILE"
  std::vector<std::string> extensions = {};  // "cl_khr_fp64", ...
  std::string platform_vendor = {};
  std::string platform_profile = {};
  std::vector<std::string> platform_extensions = {};
  int address_bits = 0;                // 32 or 64
  std::uint64_t alignment = 0;         // bytes: a buffer within a buffer begins at a multiple of this
  std::uint64_t cache_bytes = 0;       // of the cache of global memory; 0: none
  std::uint64_t cache_line = 0;        // bytes
  std::uint64_t max_parameters = 0;    // bytes of all arguments of one kernel
  std::uint64_t timer_resolution = 0;  // ns

  // What the hardware has for OpenCL's model of a platform, as far as the driver tells. 0: not known.
  int unit_elements = 0;          // processing elements of a compute unit: f32 operations in one clock
  int lanes_in_step = 0;          // work-items that run in step: a warp, a wavefront
  int native_floats = 0;          // f32 lanes of the device's own vector instructions
  bool own_local_memory = false;  // local memory is separate hardware; else it is ordinary memory
};

// Lists all devices of all platforms; the list is empty where there is no OpenCL.
std::vector<DeviceInfo> devices();

// Returns the device that the selector names. An empty selector takes the environment's LENSLET_DEVICE. Throws
// no_device, with the list of devices, where none fits. Throws invalid_argument for a list of several devices.
DeviceInfo find_device(std::string_view selector = {});

}  // namespace lenslet
#pragma GCC visibility pop

// Finds the devices of all platforms, and asks each for its description.
#include "ocl/device.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/hardware.hpp"
#include "ocl/select.hpp"
#include "ocl/sub_device.hpp"
#include "system/memory.hpp"

namespace lenslet {
namespace ocl {
namespace {

// These compile for CPUs with Clang, whose vectors may be longer than OpenCL C's.
constexpr std::string_view clang_platforms[] = {"Portable Computing Language", "Intel(R) OpenCL"};
constexpr int clang_vector = 32;

// Some drivers pad their strings with blanks.
std::string trimmed(std::string text) {
  constexpr const char* blanks = " \t\r\n";
  text.erase(0, std::min(text.find_first_not_of(blanks), text.size()));
  text.erase(text.find_last_not_of(blanks) + 1);
  return text;
}

DeviceKind kind_of(cl_device_type type) {
  if (type & CL_DEVICE_TYPE_GPU) return DeviceKind::gpu;
  if (type & CL_DEVICE_TYPE_ACCELERATOR) return DeviceKind::accelerator;
  if (type & CL_DEVICE_TYPE_CPU) return DeviceKind::cpu;
  return DeviceKind::other;
}

// Names the architecture, which OpenCL cannot tell. It is NVIDIA's compute capability, or AMD's device name. For other
// devices it is made of the vendor, the kind and the width of the vector unit.
std::string architecture_of(const cl::Device& device, const DeviceInfo& info) {
  constexpr cl_device_info capability_major = 0x4000, capability_minor = 0x4001;  // cl_nv_device_attribute_query
  cl_uint major = 0, minor = 0;
  const bool nvidia = device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_nv_device_attribute_query") != std::string::npos;
  if (nvidia && clGetDeviceInfo(device(), capability_major, sizeof(major), &major, nullptr) == CL_SUCCESS &&
      clGetDeviceInfo(device(), capability_minor, sizeof(minor), &minor, nullptr) == CL_SUCCESS)
    return fmt::format("sm_{}{}", major, minor);
  if (info.name.starts_with("gfx")) return info.name.substr(0, info.name.find(':'));
  return fmt::format("{} {} f32x{}", info.vendor, name_of(info.kind),
                     device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>());
}

// Sub-groups are an extension of OpenCL 2.0, a part of 2.1, and optional in 3.0.
bool has_sub_groups(const cl::Device& device, const DeviceInfo& info) {
  constexpr cl_device_info max_sub_groups = 0x105C;  // CL_DEVICE_MAX_NUM_SUB_GROUPS
  if (info.version.starts_with("OpenCL 1")) return false;
  if (device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_subgroups") != std::string::npos) return true;
  cl_uint most = 0;
  return clGetDeviceInfo(device(), max_sub_groups, sizeof most, &most, nullptr) == CL_SUCCESS && most > 0;
}

// cl_khr_fp16 allows devices that only round to zero (OpenCL Extensions, section 4.3).
bool has_half_sums(const cl::Device& device) {
  constexpr cl_device_info half_config = 0x1033;  // CL_DEVICE_HALF_FP_CONFIG
  constexpr cl_device_fp_config needed = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
  if (device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_fp16") == std::string::npos) return false;
  cl_device_fp_config config = 0;
  return clGetDeviceInfo(device(), half_config, sizeof config, &config, nullptr) == CL_SUCCESS &&
         (config & needed) == needed;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// Asks for limits that OpenCL programs need to know (OpenCL 1.2, table 4.3).
void describe_limits(const cl::Platform& platform, const cl::Device& device, DeviceInfo& info) {
  constexpr std::uint64_t bits_of_byte = 8;
  info.profile = trimmed(device.getInfo<CL_DEVICE_PROFILE>());
  info.extensions = words_of(device.getInfo<CL_DEVICE_EXTENSIONS>());
  info.platform_vendor = trimmed(platform.getInfo<CL_PLATFORM_VENDOR>());
  info.platform_profile = trimmed(platform.getInfo<CL_PLATFORM_PROFILE>());
  info.platform_extensions = words_of(platform.getInfo<CL_PLATFORM_EXTENSIONS>());
  info.address_bits = static_cast<int>(device.getInfo<CL_DEVICE_ADDRESS_BITS>());
  info.alignment = device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / bits_of_byte;
  info.cache_bytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHE_SIZE>();
  info.cache_line = device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE>();
  info.max_parameters = device.getInfo<CL_DEVICE_MAX_PARAMETER_SIZE>();
  info.timer_resolution = device.getInfo<CL_DEVICE_PROFILING_TIMER_RESOLUTION>();
  describe_hardware(device, info);
}

DeviceInfo describe(const cl::Platform& platform, const cl::Device& device) {
  DeviceInfo info;
  info.kind = kind_of(device.getInfo<CL_DEVICE_TYPE>());
  info.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
  info.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
  info.platform = trimmed(platform.getInfo<CL_PLATFORM_NAME>());
  info.platform_version = trimmed(platform.getInfo<CL_PLATFORM_VERSION>());
  info.version = trimmed(device.getInfo<CL_DEVICE_VERSION>());
  info.language_version = trimmed(device.getInfo<CL_DEVICE_OPENCL_C_VERSION>());
  info.driver = trimmed(device.getInfo<CL_DRIVER_VERSION>());
  info.compute_units = static_cast<int>(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  info.clock_mhz = static_cast<int>(device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>());
  info.global_memory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
  info.max_allocation = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  info.local_memory = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  info.max_constant = device.getInfo<CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE>();
  info.max_group = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  for (const std::size_t side : device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>()) info.max_group_sides.push_back(side);
  info.images = device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() != 0;
  if (info.images) {
    info.max_image_width = device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>();
    info.max_image_height = device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>();
    info.max_image_layers = device.getInfo<CL_DEVICE_IMAGE_MAX_ARRAY_SIZE>();
    info.max_image_buffer = std::min<std::uint64_t>(device.getInfo<CL_DEVICE_IMAGE_MAX_BUFFER_SIZE>(), INT32_MAX);
  }
  const bool clang = info.kind == DeviceKind::cpu && std::ranges::count(clang_platforms, info.platform) > 0;
  info.max_vector = clang ? clang_vector : 16;
  info.fast_fma = (device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() & CL_FP_FMA) != 0;
  info.denormals = (device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() & CL_FP_DENORM) != 0;
  info.fp64 = device.getInfo<CL_DEVICE_DOUBLE_FP_CONFIG>() != 0;
  info.sub_groups = has_sub_groups(device, info);
  info.half_sums = has_half_sums(device);
  info.host_memory = device.getInfo<CL_DEVICE_HOST_UNIFIED_MEMORY>() != 0;
  info.architecture = architecture_of(device, info);
  describe_limits(platform, device, info);
  return info;
}

// Refuses a small address space, which `ulimit -v` sets: drivers would crash or hang while they start.
void check_address_space() {
  constexpr std::uint64_t least = std::uint64_t{1} << 30;
  if (const std::uint64_t left = system::available_address_space(); left < least)
    throw Error(ErrorKind::no_device,
                fmt::format("{} MB of address space are left for this process, and OpenCL drivers need {} MB to start: "
                            "raise its limit (ulimit -v)",
                            left >> 20, least >> 20));
}

// Says why the loader may have found no driver although there is one: the loader must open files.
void check_descriptors() {
  constexpr int enough = 16;
  if (const int left = system::free_descriptors(enough); left < enough)
    throw Error(ErrorKind::no_device,
                fmt::format("{} left for this process, too few to find an OpenCL driver: raise their limit (ulimit -n)",
                            left == 1 ? "1 file descriptor is" : fmt::format("{} file descriptors are", left)));
}

std::vector<cl::Platform> all_platforms() {
  check_address_space();
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error& error) {
    constexpr int platform_not_found = -1001;  // CL_PLATFORM_NOT_FOUND_KHR: the loader found no driver
    if (error.err() != platform_not_found) throw_device_error(error.what(), error.err());
  }
  return platforms;
}

// Adds what the error's code does not tell a user.
std::string hint_for(std::string_view platform, int code) {
  const bool pocl = platform.find("Portable Computing Language") != std::string_view::npos;
  return pocl && code == CL_DEVICE_NOT_FOUND
             ? "; does it find a folder to write to? POCL_CACHE_DIR, XDG_CACHE_HOME or HOME names it"
             : "";
}

// A platform's devices, or why it has none: "rusticl (CL_DEVICE_NOT_FOUND)".
struct Listing {
  std::vector<cl::Device> devices;
  std::string failure;
};

// Lists a platform's devices. A driver that fails (Mesa's Clover without hardware) must not hide other drivers'
// devices. It may look like a driver without devices: PoCL says CL_DEVICE_NOT_FOUND where it cannot make its cache.
Listing list(const cl::Platform& platform) {
  Listing listing;
  std::string name;
  int code = CL_DEVICE_NOT_FOUND;  // getDevices does not throw for this one
  try {
    name = trimmed(platform.getInfo<CL_PLATFORM_NAME>());
    platform.getDevices(CL_DEVICE_TYPE_ALL, &listing.devices);
  } catch (const cl::Error& error) {
    listing.devices.clear();
    code = error.err();
  }
  if (listing.devices.empty()) listing.failure = fmt::format("{} ({}{})", name, code_name(code), hint_for(name, code));
  return listing;
}

// Describes a device. One that fails must not hide the others.
std::optional<DeviceInfo> try_describe(const cl::Platform& platform, const cl::Device& device) {
  try {
    return describe(platform, device);
  } catch (const cl::Error&) {
    return std::nullopt;
  }
}

}  // namespace

Device::Device(DeviceInfo info, std::shared_ptr<const Handle> handle)
    : info_(std::make_shared<const DeviceInfo>(std::move(info))), handle_(std::move(handle)) {}

std::vector<Device> all_devices(std::vector<std::string>* failures) {
  std::vector<Device> result;
  for (const cl::Platform& platform : all_platforms()) {
    const Listing listing = list(platform);
    if (failures != nullptr && !listing.failure.empty()) failures->push_back(listing.failure);
    for (const cl::Device& device : listing.devices)
      if (std::optional<DeviceInfo> info = try_describe(platform, device)) {
        info->index = static_cast<int>(result.size());
        result.emplace_back(*std::move(info), std::make_shared<const Device::Handle>(Device::Handle{platform, device}));
      }
  }
  if (result.empty()) check_descriptors();
  return result;
}

Device device_of(_cl_device_id* id) {
  return checked([&] {
    const cl::Device device(id, true);
    cl::Device whole = device;
    for (cl::Device next = device; next() != nullptr; next = whole.getInfo<CL_DEVICE_PARENT_DEVICE>()) whole = next;
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    DeviceInfo info = describe(platform, device);
    info.index = -1;
    for (const Device& listed : all_devices())
      if (listed.handle().device() == whole()) info.index = listed.info().index;
    return Device(std::move(info), std::make_shared<const Device::Handle>(Device::Handle{platform, device}));
  });
}

namespace {

// What a list of selectors means on this machine.
struct SelectedDevices {
  std::string text;    // the list
  std::string origin;  // where the list came from; empty: from the caller
  std::vector<Device> all;
  std::vector<Selected> chosen;
};

SelectedDevices choose(std::string_view selectors) {
  const char* environment = std::getenv("LENSLET_DEVICE");
  const bool from_environment = selectors.empty() && environment != nullptr;
  SelectedDevices choice{
      from_environment ? environment : std::string(selectors), from_environment ? "LENSLET_DEVICE" : "", {}, {}};
  std::vector<std::string> failures;
  choice.all = all_devices(&failures);
  std::vector<DeviceInfo> infos;
  for (const Device& device : choice.all) infos.push_back(device.info());
  choice.chosen = select_list(infos, choice.text, choice.origin, failures);
  return choice;
}

}  // namespace

std::vector<std::string> device_selectors(std::string_view selectors) {
  std::vector<std::string> names;
  for (const Selected& selected : choose(selectors).chosen) names.push_back(to_string(selected));
  return names;
}

Device choose_device(std::string_view selector) {
  const SelectedDevices choice = choose(selector);
  if (choice.chosen.size() > 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("\"{}\"{} names {} devices; allowed here: one", choice.text,
                            choice.origin.empty() ? "" : " of " + choice.origin, choice.chosen.size()));
  const Selected& one = choice.chosen.front();
  const Device& device = choice.all[one.device];
  return one.parts == 1 ? device : sub_device(device, one.parts, one.part);
}

}  // namespace ocl

std::vector<DeviceInfo> devices() {
  std::vector<DeviceInfo> result;
  for (const ocl::Device& device : ocl::all_devices()) result.push_back(device.info());
  return result;
}

DeviceInfo find_device(std::string_view selector) {
  return ocl::choose_device(selector).info();
}

}  // namespace lenslet

// A layer over a CPU's driver (OPENCL_LAYERS) that takes memory of Mesa's Vulkan by file descriptors. It tests
// Lenslet's imports where no driver takes any. Vulkan, OpenGL and OpenCL then share one memory without a copy: the file
// that Mesa exports, mapped. The driver's device claims to be Vulkan's first one.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_ext.h>
#include <CL/cl_layer.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "layer.hpp"

namespace {

const cl_icd_dispatch* driver = nullptr;
cl_icd_dispatch layer{};

// The header that Mesa puts before exported memory (its os_memory_fd.c).
struct Header {
  std::size_t size, offset;
};

struct Mapped {
  void* begin;
  std::size_t bytes;
};

std::string extensions_of(cl_device_id device) {
  std::size_t bytes = 0;
  driver->clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &bytes);
  std::string text(bytes, '\0');
  driver->clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, bytes, text.data(), nullptr);
  return text.c_str() + std::string(" cl_khr_device_uuid cl_khr_external_memory cl_khr_external_memory_opaque_fd");
}

cl_int give_uuid(std::size_t size, void* to, std::size_t* needed) {
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  VkInstance instance = VK_NULL_HANDLE;
  if (vkCreateInstance(&info, nullptr, &instance) != VK_SUCCESS) return CL_INVALID_VALUE;
  VkPhysicalDeviceIDProperties id{};
  id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &id;
  std::uint32_t count = 1;
  VkPhysicalDevice device = VK_NULL_HANDLE;
  if (vkEnumeratePhysicalDevices(instance, &count, &device) >= 0 && count > 0)
    vkGetPhysicalDeviceProperties2(device, &properties);
  vkDestroyInstance(instance, nullptr);
  return count > 0 ? give(id.deviceUUID, sizeof id.deviceUUID, size, to, needed) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info name, std::size_t size, void* to,
                               std::size_t* needed) {
  constexpr cl_device_info uuid_name = 0x106A;
  if (name == uuid_name) return give_uuid(size, to, needed);
  if (name != CL_DEVICE_EXTENSIONS) return driver->clGetDeviceInfo(device, name, size, to, needed);
  const std::string text = extensions_of(device);
  return give(text.c_str(), text.size() + 1, size, to, needed);
}

void CL_CALLBACK unmap(cl_mem, void* data) {
  auto* mapped = static_cast<Mapped*>(data);
  munmap(mapped->begin, mapped->bytes);
  delete mapped;
}

cl_mem import(cl_context context, int file, std::size_t bytes, cl_int* status) {
  struct stat facts {};
  void* begin = fstat(file, &facts) == 0 ? mmap(nullptr, static_cast<std::size_t>(facts.st_size),
                                                PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                                         : MAP_FAILED;
  const Header* header = begin == MAP_FAILED ? nullptr : static_cast<const Header*>(begin);
  if (header == nullptr || header->size < bytes) {
    *status = CL_INVALID_VALUE;
    return nullptr;
  }
  close(file);
  cl_mem memory = driver->clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes,
                                         static_cast<char*>(begin) + header->offset, status);
  driver->clSetMemObjectDestructorCallback(memory, unmap, new Mapped{begin, static_cast<std::size_t>(facts.st_size)});
  return memory;
}

cl_mem CL_API_CALL create_buffer(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
                                 std::size_t bytes, void* host, cl_int* status) {
  if (properties == nullptr || properties[0] != CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR)
    return driver->clCreateBufferWithProperties(context, properties, flags, bytes, host, status);
  return import(context, static_cast<int>(properties[1]), bytes, status);
}

// What sessions own of it. NVIDIA's driver waits for ever for a queue that ends while it owns some. Here the process
// fails.
struct Acquired {
  std::atomic<long> count = 0;
  ~Acquired() {
    if (count == 0) return;
    std::fprintf(stderr, "%ld objects of another API were not released\n", count.load());
    _exit(1);
  }
} acquired;

// If the memory is a file, nothing is to be done except keeping the order.
template <int change>
cl_int CL_API_CALL mark(cl_command_queue queue, cl_uint memories, const cl_mem*, cl_uint count, const cl_event* wait,
                        cl_event* event) {
  acquired.count += change * static_cast<long>(memories);
  return driver->clEnqueueMarkerWithWaitList(queue, count, wait, event);
}

void* CL_API_CALL function(cl_platform_id platform, const char* name) {
  const std::string_view wanted = name;
  if (wanted == "clEnqueueAcquireExternalMemObjectsKHR") return reinterpret_cast<void*>(mark<1>);
  if (wanted == "clEnqueueReleaseExternalMemObjectsKHR") return reinterpret_cast<void*>(mark<-1>);
  return driver->clGetExtensionFunctionAddressForPlatform(platform, name);
}

}  // namespace

extern "C" {

cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, std::size_t size, void* to, std::size_t* needed) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (name == CL_LAYER_API_VERSION) return give(&version, sizeof version, size, to, needed);
  constexpr char own[] = "memory of Mesa's Vulkan";
  return name == CL_LAYER_NAME ? give(own, sizeof own, size, to, needed) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* own_entries,
                               const cl_icd_dispatch** own) {
  if (target == nullptr || own_entries == nullptr || own == nullptr ||
      entries < offsetof(cl_icd_dispatch, clCreateBufferWithProperties) / sizeof(void*) + 1)
    return CL_INVALID_VALUE;
  driver = target;
  layer.clGetDeviceInfo = device_info;
  layer.clCreateBufferWithProperties = create_buffer;
  layer.clGetExtensionFunctionAddressForPlatform = function;
  *own_entries = sizeof layer / sizeof(void*);
  *own = &layer;
  return CL_SUCCESS;
}
}

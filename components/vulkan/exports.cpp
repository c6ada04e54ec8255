// What a device exports: its extensions' functions, and its answers for buffers and semaphores.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "vulkan/allocation.hpp"
#include "vulkan/device_state.hpp"
#include "vulkan/open_device.hpp"

namespace lenslet::vulkan {
namespace {

// Mesa's llvmpipe takes no memory for an OpenGL buffer that ends with the buffer: it needs 48 bytes more.
constexpr std::uint64_t more_bytes = 64;

template <class Function>
Function function(VkDevice device, const char* name) {
  return reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
}

std::string lacks(const Handles& handles, const std::string& what) {
  return fmt::format("Vulkan's {} {}", name_of(handles.physical), what);
}

VkExternalMemoryFeatureFlags buffer_features(VkPhysicalDevice device) {
  auto info = structure<VkPhysicalDeviceExternalBufferInfo>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO);
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  info.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto properties = structure<VkExternalBufferProperties>(VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES);
  vkGetPhysicalDeviceExternalBufferProperties(device, &info, &properties);
  return properties.externalMemoryProperties.externalMemoryFeatures;
}

class Exporter : public MemoryExporter {
 public:
  explicit Exporter(const DeviceUuid& device) : opened_(std::make_shared<const OpenDevice>(device)), device_(device) {
    const std::string problem = export_problem(opened_->handles());
    if (!problem.empty()) throw Error(ErrorKind::unsupported, problem);
  }

  DeviceUuid device() const override { return device_; }

  ExternalMemory allocate(std::uint64_t bytes) const override {
    const Handles& handles = opened_->handles();
    const Buffer buffer = make_buffer(handles, bytes + more_bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, true);
    // The memory is destroyed before the device, which it keeps alive.
    struct Kept {
      std::shared_ptr<const OpenDevice> device;
      Memory memory;
    };
    Allocation made = allocate_exported(handles, needs_of(handles, buffer.get()));
    Descriptor descriptor = export_descriptor(handles, made.memory.get());
    return {std::move(descriptor), made.bytes, std::make_shared<const Kept>(Kept{opened_, std::move(made.memory)})};
  }

  Descriptor semaphore() const override {
    const std::string problem = semaphore_export_problem(opened_->handles());
    if (!problem.empty()) throw Error(ErrorKind::unsupported, problem);
    const Semaphore made = make_semaphore(opened_->handles());
    return export_descriptor(opened_->handles(), made.get());
  }

 private:
  std::shared_ptr<const OpenDevice> opened_;
  DeviceUuid device_;
};

}  // namespace

Exports::Exports(VkDevice device)
    : memory(function<PFN_vkGetMemoryFdKHR>(device, "vkGetMemoryFdKHR")),
      semaphore(function<PFN_vkGetSemaphoreFdKHR>(device, "vkGetSemaphoreFdKHR")) {}

std::string export_problem(const Handles& handles) {
  if (Exports(handles.device).memory == nullptr) return lacks(handles, "was opened without VK_KHR_external_memory_fd");
  const VkExternalMemoryFeatureFlags features = buffer_features(handles.physical);
  if (!(features & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT)) return lacks(handles, "exports no buffers");
  if (features & VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT)
    return lacks(handles, "exports buffers with memory for each alone, which OpenCL does not ask for");
  return {};
}

std::string semaphore_export_problem(const Handles& handles) {
  if (Exports(handles.device).semaphore == nullptr)
    return lacks(handles, "was opened without VK_KHR_external_semaphore_fd");
  auto info =
      structure<VkPhysicalDeviceExternalSemaphoreInfo>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO);
  info.handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto properties = structure<VkExternalSemaphoreProperties>(VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES);
  vkGetPhysicalDeviceExternalSemaphoreProperties(handles.physical, &info, &properties);
  const bool exports = properties.externalSemaphoreFeatures & VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT;
  return exports ? "" : lacks(handles, "exports no semaphores");
}

std::shared_ptr<const MemoryExporter> exporter(const DeviceUuid& device) {
  return std::make_shared<Exporter>(device);
}

std::shared_ptr<const MemoryExporter> exporter(const Session& session) {
  const auto uuid = lenslet::uuid_of(session);
  if (!uuid || !import_problem(session).empty()) return nullptr;
  try {
    return exporter(*uuid);
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace lenslet::vulkan

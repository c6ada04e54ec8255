// Opens only what copies and exports need: one queue, and the extensions for descriptors.
#include "vulkan/open_device.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "vulkan/api.hpp"

namespace lenslet::vulkan {
namespace {

constexpr const char* wanted_extensions[] = {VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME,
                                             VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME};

VkInstance open_instance() {
  auto application = structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = "lenslet";
  application.apiVersion = VK_API_VERSION_1_1;
  auto info = structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;
  VkInstance instance = VK_NULL_HANDLE;
  if (const VkResult result = vkCreateInstance(&info, nullptr, &instance); result != VK_SUCCESS)
    throw Error(ErrorKind::unsupported,
                fmt::format("Vulkan is not there: vkCreateInstance returns {}; a driver of Vulkan 1.1 makes it work",
                            static_cast<int>(result)));
  return instance;
}

// Only devices of Vulkan 1.1 or later count.
std::vector<VkPhysicalDevice> devices_of(VkInstance instance) {
  auto devices = all_of<VkPhysicalDevice>(
      [&](std::uint32_t* count, VkPhysicalDevice* to) { vkEnumeratePhysicalDevices(instance, count, to); });
  std::erase_if(devices, [](VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    return properties.apiVersion < VK_API_VERSION_1_1;
  });
  return devices;
}

VkPhysicalDevice choose(const std::vector<VkPhysicalDevice>& devices, const std::optional<DeviceUuid>& uuid) {
  const auto found = uuid ? std::ranges::find_if(devices, [&](VkPhysicalDevice each) { return uuid_of(each) == *uuid; })
                          : devices.begin();
  if (found != devices.end()) return *found;
  std::string known;
  for (VkPhysicalDevice each : devices) known += fmt::format("{}{}", known.empty() ? "" : ", ", name_of(each));
  throw Error(ErrorKind::unsupported,
              fmt::format("Vulkan has no device{}; it has {}",
                          uuid ? fmt::format(" with the UUID {} of the session's", to_string(*uuid)) : "",
                          known.empty() ? "none" : known));
}

// A family that computes or draws can transfer, too.
std::uint32_t family_of(VkPhysicalDevice device) {
  const auto families = all_of<VkQueueFamilyProperties>([&](std::uint32_t* count, VkQueueFamilyProperties* to) {
    vkGetPhysicalDeviceQueueFamilyProperties(device, count, to);
  });
  for (std::uint32_t i = 0; i < families.size(); ++i)
    if (families[i].queueFlags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT)) return i;
  throw Error(ErrorKind::unsupported, fmt::format("{} has no queue that draws or computes", name_of(device)));
}

std::vector<const char*> extensions_of(VkPhysicalDevice device) {
  const auto known = all_of<VkExtensionProperties>([&](std::uint32_t* count, VkExtensionProperties* to) {
    vkEnumerateDeviceExtensionProperties(device, nullptr, count, to);
  });
  std::vector<const char*> names;
  for (const char* wanted : wanted_extensions)
    if (std::ranges::any_of(known, [&](const auto& each) { return std::strcmp(each.extensionName, wanted) == 0; }))
      names.push_back(wanted);
  return names;
}

VkDevice open(VkPhysicalDevice physical, std::uint32_t family) {
  constexpr float priority = 1;
  auto queue = structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueFamilyIndex = family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  const std::vector<const char*> extensions = extensions_of(physical);
  auto info = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  VkDevice device = VK_NULL_HANDLE;
  check(vkCreateDevice(physical, &info, nullptr, &device), "vkCreateDevice", name_of(physical));
  return device;
}

}  // namespace

OpenDevice::OpenDevice(const std::optional<DeviceUuid>& uuid) {
  handles_.instance = open_instance();
  try {
    handles_.physical = choose(devices_of(handles_.instance), uuid);
    handles_.family = family_of(handles_.physical);
    handles_.device = open(handles_.physical, handles_.family);
  } catch (...) {
    vkDestroyInstance(handles_.instance, nullptr);
    throw;
  }
  vkGetDeviceQueue(handles_.device, handles_.family, 0, &handles_.queue);
}

OpenDevice::~OpenDevice() {
  vkDestroyDevice(handles_.device, nullptr);
  vkDestroyInstance(handles_.instance, nullptr);
}

DeviceUuid uuid_of(VkPhysicalDevice device) {
  auto id = structure<VkPhysicalDeviceIDProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES);

  auto properties = structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  properties.pNext = &id;
  vkGetPhysicalDeviceProperties2(device, &properties);
  DeviceUuid uuid;
  std::ranges::copy(id.deviceUUID, uuid.begin());
  return uuid;
}

std::string name_of(VkPhysicalDevice device) {
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(device, &properties);
  return properties.deviceName;
}

std::vector<DeviceUuid> device_uuids() {
  VkInstance instance = VK_NULL_HANDLE;
  try {
    instance = open_instance();
  } catch (const Error&) {
    return {};
  }
  std::vector<DeviceUuid> uuids;
  for (VkPhysicalDevice device : devices_of(instance)) uuids.push_back(uuid_of(device));
  vkDestroyInstance(instance, nullptr);
  return uuids;
}

}  // namespace lenslet::vulkan

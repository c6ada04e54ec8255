// Most devices have few linear images, so the device is asked for each.
#include "vulkan/formats.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "vulkan/api.hpp"
#include "vulkan/open_device.hpp"

namespace lenslet::vulkan {
namespace {

constexpr std::size_t types = 4;
using Channels = std::array<VkFormat, max_channels>;

// The formats by type, in the order of filter_types, and by channels.
constexpr std::array<Channels, types> formats{
    Channels{VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM, VK_FORMAT_R8G8B8_UNORM, VK_FORMAT_R8G8B8A8_UNORM},
    Channels{VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16_UNORM, VK_FORMAT_R16G16B16_UNORM, VK_FORMAT_R16G16B16A16_UNORM},
    Channels{VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16_SFLOAT, VK_FORMAT_R16G16B16_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT},
    Channels{VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT}};

VkFormat format_of(PixelFormat format) {
  const auto type = static_cast<std::size_t>(std::ranges::find(filter_types, format.type) - filter_types);
  if (type == types)
    throw Error(ErrorKind::unsupported,
                fmt::format("Vulkan images of {}; allowed: u8, u16, f16, f32", name_of(format.type)));
  return formats[type][static_cast<std::size_t>(format.channels - 1)];
}

// The largest image of the format; nothing if there is none.
VkExtent3D largest(VkPhysicalDevice device, VkFormat format, VkImageUsageFlags usage, bool exported) {
  auto external =
      structure<VkPhysicalDeviceExternalImageFormatInfo>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO);
  external.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto info = structure<VkPhysicalDeviceImageFormatInfo2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2);
  info.pNext = exported ? &external : nullptr;
  info.format = format;
  info.type = VK_IMAGE_TYPE_2D;
  info.tiling = VK_IMAGE_TILING_LINEAR;
  info.usage = image_info(format, {1, 1}, usage).usage;
  auto shared = structure<VkExternalImageFormatProperties>(VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES);
  auto properties = structure<VkImageFormatProperties2>(VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2);
  properties.pNext = exported ? &shared : nullptr;
  if (vkGetPhysicalDeviceImageFormatProperties2(device, &info, &properties) != VK_SUCCESS) return {};
  const auto features = shared.externalMemoryProperties.externalMemoryFeatures;
  constexpr VkExternalMemoryFeatureFlags alone = VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT;  // OpenCL lacks this
  if (exported && (!(features & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) || (features & alone))) return {};
  return properties.imageFormatProperties.maxExtent;
}

std::string allowed(VkPhysicalDevice device, VkImageUsageFlags usage, bool exported) {
  std::string text;
  for (const SampleType type : filter_types)
    for (int channels = 1; channels <= max_channels; ++channels)
      if (largest(device, format_of({type, channels}), usage, exported).width > 0)
        text += fmt::format("{}{} x {}", text.empty() ? "" : ", ", name_of(type), channels);
  return text.empty() ? "none" : text;
}

}  // namespace

VkImageCreateInfo image_info(VkFormat format, Size size, VkImageUsageFlags usage) {
  auto info = structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {static_cast<std::uint32_t>(size.width), static_cast<std::uint32_t>(size.height), 1};
  info.mipLevels = info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_LINEAR;
  info.usage = usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  return info;
}

VkFormat check_format(VkPhysicalDevice device, const ImageType& type, VkImageUsageFlags usage, bool exported) {
  const VkFormat format = format_of(type.format);
  const VkExtent3D most = largest(device, format, usage, exported);
  if (most.width == 0)
    throw Error(ErrorKind::unsupported,
                fmt::format("{} has no linear image of {} for this use; allowed: {}", name_of(device),
                            to_string(type.format), allowed(device, usage, exported)));
  if (type.size.width > most.width || type.size.height > most.height)
    throw Error(ErrorKind::unsupported, fmt::format("{} is larger than the linear images of {}; allowed: {} x {}",
                                                    to_string(type), name_of(device), most.width, most.height));
  return format;
}

}  // namespace lenslet::vulkan

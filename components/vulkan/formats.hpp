// Vulkan's formats of pixels as Lenslet knows them, and of which of them a device has linear images.
#pragma once

#include <vulkan/vulkan.h>

#include <lenslet/value.hpp>

namespace lenslet::vulkan {

// Throws unsupported where the device has no image of linear tiling for such pixels, with the pixels of which it has
// one, and for one that is too large.
VkFormat check_format(VkPhysicalDevice device, const ImageType& type, VkImageUsageFlags usage, bool exported);

VkImageCreateInfo image_info(VkFormat format, Size size, VkImageUsageFlags usage);

}  // namespace lenslet::vulkan

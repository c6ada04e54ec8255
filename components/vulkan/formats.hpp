// Vulkan's formats for Lenslet's kinds of pixels, and which of them a device has as linear images.
#pragma once

#include <vulkan/vulkan.h>

#include <lenslet/value.hpp>

namespace lenslet::vulkan {

// Throws unsupported if the device has no linear image for such pixels, with those that it has, and for too large an
// image.
VkFormat check_format(VkPhysicalDevice device, const ImageType& type, VkImageUsageFlags usage, bool exported);

VkImageCreateInfo image_info(VkFormat format, Size size, VkImageUsageFlags usage);

}  // namespace lenslet::vulkan

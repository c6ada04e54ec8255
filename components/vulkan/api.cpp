// Names Vulkan's errors.
#include "vulkan/api.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::vulkan {
namespace {

std::string result_name(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "VK_ERROR_OUT_OF_HOST_MEMORY";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "VK_ERROR_OUT_OF_DEVICE_MEMORY";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "VK_ERROR_INITIALIZATION_FAILED";
    case VK_ERROR_DEVICE_LOST:
      return "VK_ERROR_DEVICE_LOST";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
      return "VK_ERROR_EXTENSION_NOT_PRESENT";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "VK_ERROR_INCOMPATIBLE_DRIVER";
    case VK_ERROR_FORMAT_NOT_SUPPORTED:
      return "VK_ERROR_FORMAT_NOT_SUPPORTED";
    default:
      return fmt::format("VkResult {}", static_cast<int>(result));
  }
}

}  // namespace

void check(VkResult result, const char* call, const std::string& note) {
  if (result == VK_SUCCESS) return;
  const bool memory = result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
  throw Error(memory ? ErrorKind::unsupported : ErrorKind::device,
              fmt::format("{} failed: {}{}{}", call, result_name(result), note.empty() ? "" : ", ", note));
}

}  // namespace lenslet::vulkan

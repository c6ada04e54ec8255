find_package(Vulkan QUIET)
if(NOT Vulkan_FOUND)
  set(lenslet_vulkan_MISSING "the loader of Vulkan, which FindVulkan finds")
endif()

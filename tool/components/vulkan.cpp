// A part of the tool: Vulkan's memory.
#include "tool/components/vulkan.hpp"

#include <lenslet/vulkan.hpp>

namespace lenslet::cli {
namespace {

const Offer offer(vulkan_memory, vulkan::exporter);

}  // namespace
}  // namespace lenslet::cli

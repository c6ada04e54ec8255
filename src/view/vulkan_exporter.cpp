// Vulkan exports memory that OpenCL and OpenGL can have in common.
#include <lenslet/vulkan.hpp>

#include "view/filter.hpp"

namespace lenslet::view {

std::shared_ptr<const MemoryExporter> find_exporter(const Session& session) {
  return vulkan::exporter(session);
}

}  // namespace lenslet::view

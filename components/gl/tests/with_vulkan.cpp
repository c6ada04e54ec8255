// Memory that Vulkan exports, for sessions that take it.
#include <lenslet/vulkan.hpp>

#include "gl_support.hpp"

namespace lenslet::gl {
std::shared_ptr<const MemoryExporter> exporter_for(const Session& session) {
  return vulkan::exporter(session);
}

}  // namespace lenslet::gl

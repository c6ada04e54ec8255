// Memory that Vulkan exports, for sessions that take it.
#include <lenslet/vulkan.hpp>

#include "gl_support.hpp"

namespace lenslet::gl {
std::shared_ptr<const MemoryExporter> exporter_for(const Session& session) {
  const auto uuid = uuid_of(session);
  return uuid && import_problem(session).empty() ? vulkan::exporter(*uuid) : nullptr;
}

}  // namespace lenslet::gl

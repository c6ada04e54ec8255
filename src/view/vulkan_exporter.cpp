// Vulkan exports memory that OpenCL and OpenGL can have in common.
#include <lenslet/error.hpp>
#include <lenslet/vulkan.hpp>

#include "view/filter.hpp"

namespace lenslet::view {

std::shared_ptr<const MemoryExporter> find_exporter(const Session& session) {
  const auto uuid = uuid_of(session);
  if (!uuid || !import_problem(session).empty()) return nullptr;
  try {
    return vulkan::exporter(*uuid);
  } catch (const Error&) {
    return nullptr;  // gl::Context::reason() says that nothing exports memory
  }
}

}  // namespace lenslet::view

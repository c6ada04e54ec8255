// A build without lenslet::vulkan.
#include "gl_support.hpp"

namespace lenslet::gl {

std::shared_ptr<const MemoryExporter> exporter_for(const Session&) {
  return nullptr;
}

}  // namespace lenslet::gl

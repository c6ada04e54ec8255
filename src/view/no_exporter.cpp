// A build without lenslet::vulkan exports no memory.
#include "view/filter.hpp"

namespace lenslet::view {

std::shared_ptr<const MemoryExporter> find_exporter(const Session&) {
  return nullptr;
}

}  // namespace lenslet::view

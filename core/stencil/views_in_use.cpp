// Waiting is left to the destructor: a launch only asks which of the earlier ones have ended.
#include "stencil/views_in_use.hpp"

#include <lenslet/error.hpp>

namespace lenslet::stencil {

ViewsInUse::~ViewsInUse() {
  for (const Use& use : uses_) {
    try {
      use.command.wait();
    } catch (const Error&) {  // that it failed is for the one who waits for the launch
    }
  }
}

void ViewsInUse::keep(const DeviceImage& view, const ocl::Event& command) {
  std::erase_if(uses_, [](const Use& use) { return use.command.ended(); });
  uses_.push_back({view, command.share()});
}

}  // namespace lenslet::stencil

// Views of buffers as images, kept for as long as a launch may read them. OpenCL says that drivers do so; PoCL 3.1
// keeps the buffer behind a view and not the view, and reads freed memory when the kernel starts.
#pragma once

#include <vector>

#include <lenslet/device_image.hpp>

#include "ocl/queue.hpp"

namespace lenslet::stencil {

class ViewsInUse {
 public:
  ViewsInUse() = default;
  ViewsInUse(const ViewsInUse&) = delete;
  ViewsInUse& operator=(const ViewsInUse&) = delete;
  ~ViewsInUse();  // waits

  // Until the command has ended.
  void keep(const DeviceImage& view, const ocl::Event& command);

 private:
  struct Use {
    DeviceImage view;
    ocl::Event command;
  };
  std::vector<Use> uses_;
};

}  // namespace lenslet::stencil

// What windows read: rectangles of images, and views of buffers that a launch may read.
#pragma once

#include <vector>

#include <lenslet/device_image.hpp>
#include <lenslet/image.hpp>

#include "ocl/queue.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Keeps views of buffers as images for as long as a launch may read them. OpenCL says that drivers do so. PoCL 3.1
// keeps the buffer behind a view but not the view, and reads freed memory when the kernel starts.
class ViewsInUse {
 public:
  ViewsInUse() = default;
  ViewsInUse(const ViewsInUse&) = delete;
  ViewsInUse& operator=(const ViewsInUse&) = delete;
  ~ViewsInUse();  // waits

  // Keeps the view until the command has ended.
  void keep(const DeviceImage& view, const ocl::Event& command);

 private:
  struct Use {
    DeviceImage view;
    ocl::Event command;
  };
  std::vector<Use> uses_;
};

struct Radius {
  int x = 0;
  int y = 0;
};

// The reach of a problem's windows. Where a producer makes what they hold, its windows' reach is added.
inline Radius radius_of(const Problem& problem) {
  const Radius before = problem.producer ? radius_of(*problem.producer) : Radius{};
  return {problem.stencil.radius_x + before.x, problem.stencil.radius_y + before.y};
}

// How far from the image's edge results begin: the windows' reach for the border `discard`, else 0.
inline Radius margin_of(const Problem& problem) {
  return problem.border == Border::discard ? radius_of(problem) : Radius{};
}

// The size of the results. It is zero or negative where nothing is left.
inline Size result_size(const Problem& problem, Size image) {
  const Radius margin = margin_of(problem);
  return {image.width - 2 * margin.x, image.height - 2 * margin.y};
}

// The place in the image of a region of the results.
inline Rect in_image(const Problem& problem, const Rect& region) {
  const Radius margin = margin_of(problem);
  return {region.x + margin.x, region.y + margin.y, region.width, region.height};
}

// The rectangle of the image that the windows of a region reach, with borders, in pixels of the whole image like the
// region. Most borders stand for pixels that a window near the edge reaches anyway; `wrap` may need all rows or
// columns.
Rect reads_of(const Rect& region, Radius radius, Border border, Size whole);

}  // namespace lenslet::stencil

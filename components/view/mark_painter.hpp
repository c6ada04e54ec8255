// Draws key points over a picture.
#pragma once

#include <vector>

#include "view/keypoints.hpp"
#include "view/painter.hpp"

namespace lenslet::view {

class MarkPainter {
 public:
  MarkPainter();  // throws device if OpenGL does not compile its shaders
  MarkPainter(const MarkPainter&) = delete;
  MarkPainter& operator=(const MarkPainter&) = delete;
  ~MarkPainter();

  void set(const std::vector<Mark>& marks);

  // Draws them over a picture of this size that Painter has drawn in that part of the surface.
  void draw(Size picture, const Rect& part, Size surface) const;

 private:
  std::uint32_t program_ = 0, vertices_ = 0, buffer_ = 0;
  std::int32_t count_ = 0;
};

}  // namespace lenslet::view

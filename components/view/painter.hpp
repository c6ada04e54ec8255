// Draws textures as rectangles of the surface.
#pragma once

#include <cstdint>

#include <lenslet/image.hpp>

namespace lenslet::view {

// A texture and the format of its pixels.
struct Picture {
  std::uint32_t texture;
  Size size;
  PixelFormat format;
};

// A rectangle of the surface, from -1 to 1.
struct Corners {
  float left, bottom, right, top;
};

// Where a picture lies that is drawn as large as it fits, in the middle of a part of the surface.
Corners corners_of(Size picture, const Rect& part, Size surface);

class Painter {
 public:
  Painter();  // throws device if OpenGL does not compile its shaders
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;
  ~Painter();

  void clear(Size surface) const;

  // Draws the picture as large as it fits, in the middle of a part of the surface. Its first row is on top.
  void draw(const Picture& picture, const Rect& part, Size surface) const;

 private:
  std::uint32_t program_ = 0, vertices_ = 0;
};

}  // namespace lenslet::view

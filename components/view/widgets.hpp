// Dear ImGui's context and its drawing by OpenGL.
#pragma once

namespace lenslet::view {

class Widgets {
 public:
  Widgets();  // throws unsupported where its drawing finds no libGL.so.1
  Widgets(const Widgets&) = delete;
  Widgets& operator=(const Widgets&) = delete;
  ~Widgets();

  void begin();  // a frame; the size and what hands do come from the surface before
  static void draw();
};

}  // namespace lenslet::view

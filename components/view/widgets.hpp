// Dear ImGui's context, and its drawing by OpenGL.
#pragma once

namespace lenslet::view {

class Widgets {
 public:
  Widgets();  // throws unsupported if its drawing finds no libGL.so.1
  Widgets(const Widgets&) = delete;
  Widgets& operator=(const Widgets&) = delete;
  ~Widgets();

  void begin();  // a frame; the surface must have set the size and the events before
  static void draw();
};

}  // namespace lenslet::view

// What is drawn on: a window, or a picture without one. Its OpenGL context is current as long as it lives.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <lenslet/external_memory.hpp>
#include <lenslet/image.hpp>

namespace lenslet::view {

class Surface {
 public:
  virtual ~Surface() = default;

  virtual Size size() const = 0;  // in pixels, now

  // Begins a frame; false where nobody wants another. A window waits so many seconds for something to happen to it.
  virtual bool begin(double longest_wait) = 0;
  virtual void end() = 0;

  // Prepare the library of the sliders for a frame, and end its use of the surface.
  virtual void begin_panel() = 0;

  virtual std::optional<Image> picture() const { return {}; }  // what was drawn, where nobody else sees it
};

// How large a surface is to be.
struct Extent {
  Size size;
  bool exact;  // somebody asked for it; else it is made smaller where there is no room
};

// As large as fits, with the proportions that it has.
Size fitting(Size size, Size most);

// Throw unsupported where there is no window system, or no OpenGL 4.5 on it, or it has no surface of an exact size.
std::unique_ptr<Surface> open_window(const std::string& title, const Extent& extent, bool panel);
std::unique_ptr<Surface> open_offscreen(const Extent& extent, const std::optional<DeviceUuid>& device, bool panel);

}  // namespace lenslet::view

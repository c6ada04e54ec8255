// The place to draw on: a window, or a picture without one. Its OpenGL context is current as long as it lives.
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

  // Begins a frame; false if nobody wants another. A window waits at most so many seconds for events.
  virtual bool begin(double longest_wait) = 0;
  virtual void end() = 0;

  // Whether a key of a digit or a capital letter is pressed that nobody types into a field.
  virtual bool pressed(char) const { return false; }

  // Begin and end the sliders' library's use of the surface for a frame.
  virtual void begin_panel() = 0;

  virtual std::optional<Image> picture() const { return {}; }  // what was drawn, if nobody else sees it
};

// The wanted size of a surface.
struct Extent {
  Size size;
  bool exact;  // somebody asked for it; otherwise it becomes smaller if there is no room
};

// The largest size within `most` with the proportions of `size`.
Size fitting(Size size, Size most);

// Throw unsupported if there is no window system or no OpenGL 4.5 on it, or if it has no surface of an exact size.
std::unique_ptr<Surface> open_window(const std::string& title, const Extent& extent, bool panel);
std::unique_ptr<Surface> open_offscreen(const Extent& extent, const std::optional<DeviceUuid>& device, bool panel);

}  // namespace lenslet::view

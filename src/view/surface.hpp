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

// Throws unsupported where there is no window system, or no OpenGL 4.5 on it.
std::unique_ptr<Surface> open_window(const std::string& title, Size size, bool panel);
std::unique_ptr<Surface> open_offscreen(Size size, const std::optional<DeviceUuid>& device, bool panel);

}  // namespace lenslet::view

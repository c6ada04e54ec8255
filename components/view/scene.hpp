// What a view shows of a frame.
#pragma once

#include <string>
#include <vector>

#include "view/painter.hpp"
#include "view/surface.hpp"
#include "view/view.hpp"

namespace lenslet::view {

// The times of a frame's result.
struct FilterTimes {
  double filter_ms = 0;    // of the kernels, by the device's clock; 0 if its driver has none
  double exchange_ms = 0;  // until OpenGL had the result, by the host's clock; with what it was still drawing
};

class Scene {
 public:
  virtual ~Scene() = default;

  virtual void set_frame(const Image& frame) = 0;

  // Computes what is shown of the frame. Throws like Session::plan(); what was shown then stays.
  virtual FilterTimes run(const Call& call) = 0;

  virtual bool has_original() const = 0;  // whether the frame itself can be shown, too
  virtual void draw(const Painter& painter, Size surface, bool original) const = 0;
  virtual Size shown() const = 0;  // of the result

  // Lines of the panel, and widgets and keys of the scene's own. edit() and press() return whether something has
  // changed, so that the frame is computed anew.
  virtual std::vector<std::string> lines() const { return {}; }
  virtual bool edit() { return false; }
  virtual bool press(const Surface&) { return false; }

  virtual void fill(Figures&) const {}
};

}  // namespace lenslet::view

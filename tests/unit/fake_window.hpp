// A window that a test writes down.
#pragma once

#include <functional>
#include <utility>

#include "stencil/stencil.hpp"

namespace lenslet::stencil {

class FakeWindow final : public Window {
 public:
  using Pixel = std::function<double(int dx, int dy)>;
  using Inside = std::function<bool(int dx, int dy)>;

  explicit FakeWindow(
      Pixel pixel, Inside inside = [](int, int) { return true; })
      : pixel_(std::move(pixel)), inside_(std::move(inside)) {}

  double at(int dx, int dy) const override { return pixel_(dx, dy); }
  bool inside(int dx, int dy) const override { return inside_(dx, dy); }

 private:
  Pixel pixel_;
  Inside inside_;
};

// Row by row, 3 x 3.
inline FakeWindow window3x3(std::vector<double> pixels) {
  return FakeWindow([pixels = std::move(pixels)](int dx, int dy) {
    return pixels.at(static_cast<std::size_t>(3 * (dy + 1) + dx + 1));
  });
}

}  // namespace lenslet::stencil

// PLplot's stream of one SVG picture, in memory. PLplot keeps the stream in globals: one picture at a time.
#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <string>

#include "plots/frame.hpp"

namespace lenslet::plot {

constexpr int canvas_width = 960, canvas_height = 600;  // in an SVG's units

enum Colour : int { paper, text, axis, grid, first_ink };  // then one for each Ink

// The sides of the rectangle of the axes, from the left and the top of the canvas.
struct Frame {
  double left, right, top, bottom;
};

// A place on the canvas. A text with `justify` 0 begins there; with 1 it ends there.
struct CanvasPlace {
  double x, y, justify = 0;
  bool upwards = false;
};

class Canvas {
 public:
  Canvas(const Frame& frame, const Range& x, const Range& y);
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  void colour(int index, double opacity = 1);  // of everything that follows
  void write(const CanvasPlace& place, double size, const std::string& text);
  void axes(double size);  // `size` is that of their numbers

  // These draw in the units of the axes.
  void line(std::span<const double> x, std::span<const double> y, double width);
  void area(std::span<const double> x, std::span<const double> y);
  void dot(double x, double y, double radius);

  // Returns the file. Throws if PLplot complained. Nothing can be drawn afterwards.
  std::string finish();

 private:
  void on_page();
  void in_frame();
  void close();

  std::unique_lock<std::mutex> lock_;
  Frame frame_;
  Range ranges_[2];  // of x and y
  char* text_ = nullptr;
  std::size_t size_ = 0;
  bool open_ = false;
};

}  // namespace lenslet::plot

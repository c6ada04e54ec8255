// Sides of windows of any size: the parameters of ops, and their values in a call.
#pragma once

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/op.hpp"
#include "ops/parameters.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {

inline std::vector<Parameter> window_parameters() {
  return pair_of(
      integer_parameter("ksize", "Width of the window, odd.", 3, 1, stencil::max_window, "pixels"),
      integer_parameter("ksize_y", "Height of the window, odd; 0: as wide.", 0, 0, stencil::max_window, "pixels"));
}

struct WindowSides {
  int width = 1;
  int height = 1;

  int samples() const { return width * height; }
};

// Returns the sides. Throws invalid_argument, with the parameter's name, for an even one.
inline WindowSides window_sides(std::string_view op, const Arguments& args) {
  const auto side = [&](std::string_view name) {
    const int value = args.integer(name);
    if (value == 0 || value % 2 == 1) return value;
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{}: {} is {}, allowed: an odd number up to {}", op, name, value, stencil::max_window));
  };
  const int width = side("ksize"), height = side("ksize_y");
  return {width, height == 0 ? width : height};
}

}  // namespace lenslet::ops

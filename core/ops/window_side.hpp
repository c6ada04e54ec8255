// Sides of windows of any size: the parameters of ops, and their values in a call.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/op.hpp"
#include "ops/parameters.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {

// Which sides a window may have. The centre of an even side is the pixel right of its middle, or below it.
enum class Sides : std::uint8_t { odd, all };

inline std::vector<Parameter> window_parameters(Sides sides = Sides::odd) {
  const std::string kind = sides == Sides::odd ? ", odd" : "";
  return pair_of(
      integer_parameter("ksize", fmt::format("Width of the window{}.", kind), 3, 1, stencil::max_window, "pixels"),
      integer_parameter("ksize_y", fmt::format("Height of the window{}; 0: as wide.", kind), 0, 0, stencil::max_window,
                        "pixels"));
}

struct WindowSides {
  int width = 1;
  int height = 1;

  int samples() const { return width * height; }
};

// Returns the sides. Throws invalid_argument, with the parameter's name, for an even one that is not allowed.
inline WindowSides window_sides(std::string_view op, const Arguments& args, Sides sides = Sides::odd) {
  const auto side = [&](std::string_view name) {
    const int value = args.integer(name);
    if (sides == Sides::all || value == 0 || value % 2 == 1) return value;
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{}: {} is {}, allowed: an odd number up to {}", op, name, value, stencil::max_window));
  };
  const int width = side("ksize"), height = side("ksize_y");
  return {width, height == 0 ? width : height};
}

}  // namespace lenslet::ops

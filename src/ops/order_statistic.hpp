// Ops that take the sample of a rank in their window.
#pragma once

#include <string>
#include <vector>

#include <lenslet/op.hpp>

#include "ops/filter.hpp"

namespace lenslet::ops {

inline constexpr int largest_window = 255;  // a side

struct WindowSides {
  int width = 1;
  int height = 1;

  int samples() const { return width * height; }
};

// The parameters ksize and ksize_y, and what a call says of them. Throws invalid_argument for a side that is even.
std::vector<Parameter> window_parameters();
WindowSides window_sides(const std::string& op, const Arguments& args);

// Makes the stencil whose result is the sample of this rank, from 0 for the smallest, with its reference.
stencil::Stencil order_statistic(WindowSides window, int rank);

}  // namespace lenslet::ops

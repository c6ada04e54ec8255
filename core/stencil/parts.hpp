// The programs of a plan: which masks each computes, from which image to which. Most plans have one.
#pragma once

#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/image.hpp>
#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Images are named by places: the plan's outputs first, then its intermediate images.
struct Part {
  Problem problem;  // of `separated` passes, that of one direction
  Schedule schedule;
  std::vector<int> masks;    // those of the problem's that this part computes
  int input = plans_input;   // or a place
  std::vector<int> outputs;  // places

  static constexpr int plans_input = -1;
};

// In the order of their launches.
std::vector<Part> parts_of(const Problem& problem, const Schedule& schedule, const DeviceInfo& device);

// What the sums along rows are kept in between `separated` passes: u16 where they are whole and fit, else f32.
PixelType intermediate_type(const Problem& problem);

// Of which pixels they are kept: those of the region's columns that the second pass reads.
Rect between_passes(const Problem& problem, const Rect& region, Size whole);

}  // namespace lenslet::stencil

// The programs of a plan: which masks each one computes, from which image to which. Most plans have one.
#pragma once

#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/image.hpp>
#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Images are places in a list: the plan's outputs first, then its intermediate images.
struct Part {
  Problem problem;  // for `separated` passes the problem of one direction
  Schedule schedule;
  std::vector<int> masks;    // numbers of the problem's masks that this part computes
  int input = plans_input;   // plans_input, or a place
  std::vector<int> outputs;  // places

  static constexpr int plans_input = -1;
};

// The parts of a plan, in the order of their launches.
std::vector<Part> parts_of(const Problem& problem, const Schedule& schedule, const DeviceInfo& device);

// The type of sums between `separated` passes: u16 where they are whole and fit, else f32.
SampleType intermediate_type(const Problem& problem);

// The pixels of sums between `separated` passes: the rows that the second pass reads of the region's columns.
Rect between_passes(const Problem& problem, const Rect& region, Size whole);

}  // namespace lenslet::stencil

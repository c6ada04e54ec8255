// Makes plain OpenCL C of an op, its pixels and a schedule: defines in front of the skeleton's files, nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// One program, with what its kernels take as arguments.
struct Composition {
  std::string source;
  std::vector<std::byte> taps;  // a kernel's argument: taps, an element's chords, or a body's numbers; or empty
  std::array<std::int32_t, 2> tap_counts{};  // for general coefficients: taps in the list, or in its row and its column
  float scale = 1;                           // with taps
  std::vector<std::byte> delta;              // with taps, of the type that the kernel takes
};

// The device's features that a program depends on.
struct Target {
  int frame_group = 64;        // work-items of a group of the kernel `frame`
  bool fast_fma = false;       // fma() is an instruction
  bool paired_minima = false;  // PTX's min and max of two shorts, see intrinsics.cl
  bool loose_vectors = false;  // vectors at any sample's address are as fast as aligned ones: a CPU
  bool lane_sums = false;      // the sum of a word and a lane in one instruction, see intrinsics.cl
  bool tiny_floats = false;    // floats with the bits of small integers cost nothing extra, see word_rows.cl
};

// Composes the program that computes some of the problem's masks. `masks` has their numbers: one in `single` passes,
// else all.
Composition compose(const Problem& problem, const Schedule& schedule, const std::vector<int>& masks, Target target);

}  // namespace lenslet::stencil

// From an op, its pixels and a schedule to plain OpenCL C: defines in front of the skeleton's files, nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// One program: `masks` names those of the problem that it computes, all of them but in `single` passes.
struct Composition {
  std::string source;
  std::vector<std::byte> taps;  // the kernel's argument, chords of an element or a body's numbers; or empty
  std::array<std::int32_t, 2> tap_counts{};  // of general coefficients: of the list, or of its row and its column
  float scale = 1;                           // with taps
  std::vector<std::byte> delta;              // with taps, of the type that the kernel takes
};

// What a program must know of its device.
struct Target {
  int frame_group = 64;        // work-items of a group of the kernel `frame`
  bool fast_fma = false;       // fma() is an instruction
  bool paired_minima = false;  // PTX's min and max of two shorts, see intrinsics.cl
  bool loose_vectors = false;  // vectors at any sample's address are as fast as others: a CPU
  bool lane_sums = false;      // the sum of a word and a lane in one instruction, see intrinsics.cl
  bool tiny_floats = false;    // the bits of an integer are a float that it computes with at no cost, see word_rows.cl
};

Composition compose(const Problem& problem, const Schedule& schedule, const std::vector<int>& masks, Target target);

}  // namespace lenslet::stencil

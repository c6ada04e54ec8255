// Private to the study `sampler`: what OpenCL says of the addressing modes, and what the source's devices gave.
#pragma once

#include <array>
#include <cmath>
#include <span>
#include <string>

namespace lenslet::study::addressing {

inline constexpr int texels = 10;  // with the values 1 to 10
inline constexpr int first = -5, last = 15;
inline constexpr double tolerance = 0.04;  // of linear filters, whose weights may have 8 bits

enum Mode : std::size_t { none, clamp_to_edge, clamp, repeat, mirrored_repeat };
inline const std::string mode_names[] = {"none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat"};
inline constexpr Mode normalized_modes[] = {none, clamp_to_edge, clamp, repeat, mirrored_repeat};
inline constexpr Mode pixel_modes[] = {none, clamp_to_edge, clamp};

using Values = std::array<int, last - first + 1>;

// The source's samples: a Radeon R9 290 and a Core i7-5820K, which differ in mirrored_repeat only.
inline constexpr Values source_clamp_to_edge = {1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10, 10, 10};
inline constexpr Values source_clamp = {0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 0, 0, 0};
inline constexpr Values source_repeat = {6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6};
inline constexpr Values source_gpu = {5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 9, 8, 7, 6, 5};
inline constexpr Values source_cpu = {6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 8, 8, 7, 6};

// A row of coordinates through one kind of kernel.
struct Sampling {
  std::string title, kernels;
  std::span<const Mode> modes;
  double shift;  // of the coordinates, in texels
  bool normalized = true, linear = false;

  bool at_edges() const { return shift == 0; }
  double position(int i) const { return i + shift; }  // in texels
  bool defined(Mode mode, int i) const;               // whether the mode says what is there
};

// What OpenCL allows at one coordinate. At an edge the device's arithmetic decides between two texels.
struct Allowed {
  double one, other;

  bool contains(double value) const { return std::abs(value - one) < tolerance || std::abs(value - other) < tolerance; }
};

Allowed allowed(const Sampling& sampling, Mode mode, int i);

}  // namespace lenslet::study::addressing

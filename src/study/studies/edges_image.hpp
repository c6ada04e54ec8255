// Private to the study `edges`: the smooth filter's image, and what each rule for its border makes of it.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "study/kernel_row.hpp"
#include "study/lazy.hpp"
#include "study/studies/edges.hpp"

namespace lenslet::study::border {

using Pixels = std::vector<float>;

inline constexpr float unwritten = std::numeric_limits<float>::quiet_NaN();
inline constexpr double tolerance = 1e-6;  // the sums are exact; OpenCL's f32 division may err by 2.5 ulp

// What the mean of a pixel is whose neighbours are not all there.
enum class Rule { shrink, zeros, nearest_centre };

struct Problem {
  int width, height;
  Pixels pixels;  // whole numbers below 256
  ocl::Buffer in, in_padded;

  Extent extent() const { return {static_cast<std::size_t>(width), static_cast<std::size_t>(height)}; }
  std::size_t area() const { return pixels.size(); }
};

using SharedProblem = std::shared_ptr<const Problem>;

SharedProblem make_problem(const ocl::Queue& queue, Size size);

Pixels smoothed(const Problem& problem, Rule rule);

// The columns from 1 to `end` of all inner rows; the others are unwritten.
Pixels inner_part(const Problem& problem, int end);

// A candidate of the smooth filter's chart: the interior's launch with a second for the rest, or without.
Ready inner(const Experiment& experiment, const SharedProblem& problem, InteriorWay way, bool rest);

}  // namespace lenslet::study::border

// The parts of canny: its stages and its truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ops/connected/part.hpp"

namespace lenslet::ops {

// What a gradient must be above, as its magnitudes count.
struct EdgeLevels {
  double low, high;
};
EdgeLevels edge_levels(const op::Instance& problem);

int side_of_derivative(const op::Instance& problem);  // of its mask: 3, 5 or 7
int edge_colours(const op::Instance& problem);        // channels without alpha

// The taps of the blur before, in f32; empty without one.
std::vector<float> edge_blur(const op::Instance& problem);

// Whether the result is the marks of edges, of which strips make regions: 0, 1 above `low`, 2 above `high`.
bool gives_marks(const op::Instance& problem);

// The rows of marks that a launch makes.
PartRows edge_rows(const op::Instance& problem);

op::Graph canny_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);
std::optional<std::string> canny_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out);
std::vector<op::Case> canny_cases(int effort);

}  // namespace lenslet::ops

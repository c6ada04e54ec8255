// Equalisation of images: its stages and truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"
#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {

// Tells whether the image's luminance is equalised. An image without colour has no other channel anyway.
bool is_by_luminance(const op::Instance& problem);

// Tells whether the last channel is alpha and stays as it is.
bool keeps_alpha(const op::Instance& problem);

// What is counted: the image's samples, or the levels of its luminance.
ArrayType counted_type(const op::Instance& problem);
int counted_channels(const op::Instance& problem);

// Returns the samples of the op's image without gaps between rows, as counting kernels read them. For an image with
// gaps it adds the stage that copies it.
op::GraphValue packed_samples(op::Graph& graph, const ArrayType& samples);

op::Graph make_image_equalize(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Returns the luminance of a pixel as a level, with the weights that OpenCV's conversion to grey has for integers.
inline std::size_t luminance_of(unsigned red, unsigned green, unsigned blue) {
  return (4899 * red + 9617 * green + 1868 * blue + 8192) >> 14;
}

// Whether the call brings the tables, so that nothing is counted. table_of() throws invalid_argument for numbers that
// are no table.
bool has_table(const op::Instance& problem);
std::vector<double> table_of(const op::Instance& problem);

// Equalises an image in parts.
op::Counting equalize_counting();

// Compares with the truth, which plain loops make.
std::optional<std::string> image_equalize_mismatch(const op::Instance& problem, const op::HostValues& in,
                                                   const op::HostValues& out);
std::vector<op::Case> image_equalize_cases(int effort);

}  // namespace lenslet::ops

// Harris's measure of corners, for the op that lists corners and for the one that makes an image of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// What both ops say alike.
std::vector<Parameter> harris_parameters();
inline constexpr std::string_view harris_formula =
    "With the sums A of dx^2, B of dx dy and C of dy^2 over a window of block x block pixels, the response is A C - "
    "B^2 "
    "- k (A + C)^2. Derivatives are Sobel's of side aperture, or Scharr's, where white is 1, over 2^(aperture - 1) "
    "times block (of scharr over 8 block). A window of even side has a column more on the left, and a row above. The "
    "border continues the image for the derivatives, and the derivatives for the windows, where constant means 0. "
    "Harris and Stephens 1988. ";

// Masks of derivatives: binomials, and their differences; Scharr's weighs the middle more.
struct HarrisTaps {
  std::vector<int> smooth, slope;
  double sum;  // what derivatives are divided by, but for the block
};
HarrisTaps harris_taps(const op::Instance& problem);
double harris_scale(const op::Instance& problem);  // of derivatives

// An op with what both have alike: all but their outputs, stages and truth.
op::Op harris_op(OpInfo info);

// Adds the stages that make the responses: the output where it is an image, else the returned values.
op::GraphValue add_responses(op::Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule,
                             const op::Maker& maker);

// What a region of the responses is made of.
Rect harris_reads(const op::Instance& problem, const Rect& region, std::size_t input);

// The true responses, row by row, and how far rounding may lead from each.
struct Response {
  double value, bound;
};
std::vector<Response> true_responses(const op::Instance& problem, const Image& image);

// Images of corners, all borders and apertures.
std::vector<op::Case> harris_cases(const std::string& op, int effort);

}  // namespace lenslet::ops

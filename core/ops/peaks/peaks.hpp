// What ops that list points have alike: the list's form, and the stages that find the peaks of scores.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// Throws invalid_argument for images of several channels.
void check_one_channel(const std::string& op, const ImageType& image);

// The list, of f32: x, y and response of each point; and the parameter that says for how many there is room.
Operand points_operand();
Parameter points_parameter();

// The list's type for an image of this size.
ArrayType points_type(const op::Arguments& arguments, Size image);

// Scores of a part of an image, row by row without gaps.
struct Scores {
  op::GraphValue values;
  SampleType type;
  Size size;
  std::int64_t left = 0, top = 0;  // of the part
};

struct PeakRule {
  int radius;     // how far a peak is the highest; 0: every place is one
  bool strict;    // whether no neighbour of a peak has its score
  float part;     // of the greatest score, from which on there are peaks; 0: above 0
  int taken = 0;  // from the scores in the list
};

// Adds the stages that write the list, which is the first output.
void add_peaks(op::Graph& graph, const op::Maker& maker, const Scores& scores, const PeakRule& rule, std::int64_t room);

// A point as plain loops find it, and what is wrong with a list. Responses may differ by `bound`.
struct Point {
  double x, y, response, bound = 0;
};
std::optional<std::string> wrong_points(const Array& list, const std::vector<Point>& points);

// Images with many corners: rectangles of any brightness on top of one another, and some noise.
Image image_of_corners(const ImageType& type, std::uint32_t seed);

}  // namespace lenslet::ops

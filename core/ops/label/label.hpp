// Labels of a part of an image, for strips, see seams.hpp.
#pragma once

#include <optional>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// The parameter by which a call knows what all rows hold.
Parameter seams_parameter();
bool has_seams(const op::Arguments& arguments);
void check_seams(const op::Arguments& arguments, const ImageType& image);  // throws invalid_argument for wrong numbers

op::Graph label_part(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);
Rect label_reads(const op::Instance& problem, const Rect& region, std::size_t);
std::optional<op::Gathering> label_gathering(const op::Instance& problem);

// The same calls with what the finder gathers of their images.
std::vector<op::Case> label_part_cases(const std::vector<op::Case>& wholes);

}  // namespace lenslet::ops

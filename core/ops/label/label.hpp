// Labels of a part of an image, for strips, see seams.hpp, and of a whole image by runs or by words.
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

// Labels by runs of pixels: whether a schedule has them, as CPUs have for an image without pages.
bool has_runs(const op::Instance& problem, const DimensionSchedule& schedule);
op::Graph label_by_runs(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// The same by words of pixels, as GPUs have them.
bool has_words(const op::Instance& problem, const DimensionSchedule& schedule);
op::Graph label_by_words(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// The same calls with what the finder gathers of their images.
std::vector<op::Case> label_part_cases(const std::vector<op::Case>& wholes);

}  // namespace lenslet::ops

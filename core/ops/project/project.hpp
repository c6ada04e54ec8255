// Projections along an axis: what is projected, stages and truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

enum class Projection { least, greatest, sum, mean, deviation };
Projection projection_of(const op::Arguments& arguments);

// Which samples a result is made of: `count` rows, each `step` below the last; for row r of the result they begin at
// row r * first_step. Across: all pixels of a row.
struct Rays {
  bool across;
  std::int64_t count, step, first_step;
  Size result;
};

// Throws invalid_argument for pages that do not divide the image.
Rays rays_of(const op::Arguments& arguments, Size image);

// The type in which integers, and their squares, are added exactly.
SampleType added_in(SampleType type, std::int64_t count, bool squares);

op::Graph project_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Compares with the truth, which plain loops make.
std::optional<std::string> project_mismatch(const op::Instance& problem, const op::HostValues& in,
                                            const op::HostValues& out);
std::vector<op::Case> project_cases(int effort);

}  // namespace lenslet::ops

// Where a small picture occurs in an image: the measures, stages and truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

enum class Measure { sqdiff, ccorr, ccoeff };
struct Match {
  Measure measure;
  bool normed;
};
Match match_of(const op::Arguments& arguments);

op::Graph match_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Compares with the truth, which plain loops make.
std::optional<std::string> match_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out);
std::vector<op::Case> match_cases(int effort);

}  // namespace lenslet::ops

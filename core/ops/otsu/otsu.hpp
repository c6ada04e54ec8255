// Otsu's threshold: its stages and truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"
#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {

// Returns the type of the samples that are counted.
ArrayType otsu_samples(const op::Instance& problem);

op::Graph otsu_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Compares with the truth, which a plain loop makes.
std::optional<std::string> otsu_mismatch(const op::Instance& problem, const op::HostValues& in,
                                         const op::HostValues& out);
std::vector<op::Case> otsu_cases(int effort);

}  // namespace lenslet::ops

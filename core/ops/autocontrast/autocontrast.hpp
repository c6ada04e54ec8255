// Contrast that an image's own levels give: its stages and truth.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "op/op.hpp"
#include "ops/histogram/histogram.hpp"
#include "ops/levels/levels.hpp"

namespace lenslet::ops {

// Returns the type of the samples that are counted.
ArrayType autocontrast_samples(const op::Instance& problem);

// Returns the stretch of each channel but alpha, from the counts of all channels' levels, one channel after the other.
std::vector<LevelRange> autocontrast_stretches(const op::Instance& problem, std::span<const std::uint64_t> counts);

op::Graph autocontrast_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Compares with the truth, which plain loops make.
std::optional<std::string> autocontrast_mismatch(const op::Instance& problem, const op::HostValues& in,
                                                 const op::HostValues& out);
std::vector<op::Case> autocontrast_cases(int effort);

}  // namespace lenslet::ops

// Contrast that an image's own levels give: its stages and truth.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "op/op.hpp"
#include "ops/autocontrast/autocontrast_levels.hpp"
#include "ops/histogram/histogram.hpp"
#include "ops/levels/levels.hpp"

namespace lenslet::ops {

// Returns the type of the samples that are counted, of f32 of their upper halves.
ArrayType autocontrast_samples(const op::Instance& problem);

int autocontrast_colours(const op::Instance& problem);  // channels but alpha

// Returns the ends of the levels of each channel but alpha, from the counts as below.
std::vector<LevelEnds> autocontrast_ends(const op::Instance& problem, std::span<const std::uint64_t> counts);

// The stretch between two levels; what has one level is kept.
LevelRange autocontrast_between(double low, double high, SampleType type);

// Returns the stretch of each channel but alpha, from the counts of all channels' levels, by their bits, one channel
// after the other. Not for f32.
std::vector<LevelRange> autocontrast_stretches(const op::Instance& problem, std::span<const std::uint64_t> counts);

op::Graph autocontrast_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Compares with the truth, which plain loops make.
std::optional<std::string> autocontrast_mismatch(const op::Instance& problem, const op::HostValues& in,
                                                 const op::HostValues& out);
std::vector<op::Case> autocontrast_cases(int effort);

}  // namespace lenslet::ops

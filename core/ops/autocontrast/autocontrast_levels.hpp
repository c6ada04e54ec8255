// Counts of samples by their bits, and the samples of a rank that these tell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lenslet/sample.hpp>

namespace lenslet::ops {

// The unsigned type as which the samples of a type are counted: that of their bits, of f32 that of the upper half.
SampleType autocontrast_counted(SampleType type);

// What a percentage cuts off at both ends of the levels.
struct Cuts {
  double low, high;
};

// A level by its bits, and the place of the sample that is sought among those of the level.
struct RankedLevel {
  std::uint32_t bits = 0;
  std::uint64_t rank = 0;
};

// The first level and the last one that are left.
struct LevelEnds {
  bool any = false;  // whether there is a sample that is no NaN
  RankedLevel low, high;
};
LevelEnds ends_of(SampleType type, std::span<const std::uint64_t> counts, const Cuts& cuts);

double value_of_bits(SampleType type, std::uint32_t bits);

// The f32 whose upper half is the level's, from counts of the lower halves of all such samples.
double value_in_level(const RankedLevel& level, std::span<const std::uint32_t> lower);

}  // namespace lenslet::ops

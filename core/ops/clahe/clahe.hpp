// Contrast that adapts to the place: its tiles, stages and truth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// The tiles of an image, and what is done with their counts.
struct ClaheTiles {
  Size tiles;           // how many
  Size size;            // of each, in pixels; the last ones may reach beyond the image
  std::int64_t levels;  // from 0 to white
  std::uint32_t limit;  // no count is higher
  float scale;          // from a sum of counts to a level
};

ClaheTiles clahe_tiles(const op::Arguments& arguments, const ImageType& image);
int clahe_channels(const op::Instance& problem);  // without alpha that is kept

// Whether a work-item counts a tile by itself and makes its tables.
bool clahe_alone(const DimensionSchedule& schedule);
int clahe_copies(const op::Instance& problem, const DimensionSchedule& schedule);  // of counts in local memory

op::Graph clahe_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Compares with the truth, which plain loops make.
std::optional<std::string> clahe_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out);
std::vector<op::Case> clahe_cases(int effort);

}  // namespace lenslet::ops

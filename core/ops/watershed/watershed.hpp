// The parts of watershed: its stages, its strips and its truth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ops/connected/part.hpp"

namespace lenslet::ops {

// What strips know of the rows at seams: the first and the last row of each chunk.
struct FloodSeams {
  std::int64_t chunk = 0;                 // rows; 0: there are no strips
  bool found = false;                     // costs do not change any more
  std::vector<std::uint64_t> costs = {};  // empty: not known yet
  std::vector<std::int32_t> labels = {};  // where found

  // Throws invalid_argument for numbers that are not of an image of this size.
  static FloodSeams read(const op::Arguments& arguments, Size image);
};

std::vector<Parameter> flood_parameters();
bool gives_seams(const op::Instance& problem);  // whether the result is what a pass finds, in two rows for each chunk
ImageType flooded_type(const op::Arguments& arguments, Size image);  // of the result
PartRows flooded_rows(const op::Instance& problem);                  // that a launch computes
void set_flood_strips(op::Op& op);

op::Graph watershed_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);
std::optional<std::string> watershed_mismatch(const op::Instance& problem, const op::HostValues& in,
                                              const op::HostValues& out);
std::vector<op::Case> watershed_cases(int effort);

}  // namespace lenslet::ops

// Padding: how much the result has on each side of the image, the stages and the truth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// Pixels on each side.
struct Margins {
  std::int64_t left = 0, right = 0, top = 0, bottom = 0;
};

// Throws invalid_argument for a size that the image does not fit, and for a size beside other margins.
Margins margins_of(const op::Arguments& arguments, Size image);

op::Dimensions pad_space(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule pad_initial(const op::Instance& problem, const DeviceInfo& device);
op::Graph pad_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);
Rect pad_reads(const op::Instance& problem, const Rect& region, std::size_t input);

// Compares with a plain loop, byte by byte.
std::optional<std::string> pad_mismatch(const op::Instance& problem, const op::HostValues& in,
                                        const op::HostValues& out);
std::vector<op::Case> pad_cases(int effort);

}  // namespace lenslet::ops

// Gaussians that are wider than masks, summed over all their taps: slow, but for what f32 rounds exact.
#pragma once

#include <optional>

#include "op/op.hpp"

namespace lenslet::ops {

op::Dimensions direct_space();
DimensionSchedule direct_initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> direct_rule(const op::Instance& problem, const DeviceInfo& device,
                                     const DimensionSchedule& schedule);
op::Graph direct_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// What the stages read of the image for a region of the result.
Rect direct_reads(const op::Instance& problem, const Rect& region);

}  // namespace lenslet::ops

// The schedules of a group of point functions.
#pragma once

#include <cstdint>
#include <optional>

#include <lenslet/device.hpp>

#include "op/dimensions.hpp"
#include "point/group.hpp"

namespace lenslet::point {

// The choices of its schedules, and the one that runs untuned on images of so many pixels.
op::Dimensions space(const Group& group, const DeviceInfo& device);
DimensionSchedule initial(const Group& group, std::int64_t pixels, const DeviceInfo& device);

// The named rule by which the device cannot have the schedule; nothing where it can.
std::optional<Exclusion> rule(const Group& group, const DeviceInfo& device, const DimensionSchedule& schedule);

// Whether groups of work-items make a table of what becomes of each sample first, and look samples up.
bool makes_tables(const Group& group, const DimensionSchedule& schedule);

}  // namespace lenslet::point

// The schedules of a group of point functions.
#pragma once

#include <cstdint>
#include <optional>

#include <lenslet/device.hpp>

#include "op/dimensions.hpp"
#include "point/group.hpp"

namespace lenslet::point {

// space() returns the dimensions of its schedules. initial() returns the one that runs untuned on images of so many
// pixels.
op::Dimensions space(const Group& group, const DeviceInfo& device);
DimensionSchedule initial(const Group& group, std::int64_t pixels, const DeviceInfo& device);

// Returns the rule that excludes the schedule on the device; absent where it can run.
std::optional<Exclusion> rule(const Group& group, const DeviceInfo& device, const DimensionSchedule& schedule);

// Tells whether work-groups first make a table of all results, and then look samples up.
bool makes_tables(const Group& group, const DimensionSchedule& schedule);

}  // namespace lenslet::point

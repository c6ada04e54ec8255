// Prefix sums: their schedules, launches and truth.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

op::Dimensions scan_space(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule scan_initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> scan_rule(const op::Instance& problem, const DeviceInfo& device,
                                   const DimensionSchedule& schedule);
op::Graph scan_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// The schedules `lookback`: one pass over the array, see scan_lookback.cl.
std::optional<Exclusion> look_back_rule(const op::Instance& problem, const DeviceInfo& device,
                                        const DimensionSchedule& schedule);
op::Graph look_back(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Returns `file` behind the files that it needs, with the macros of one level of a scan.
op::Source scan_source(std::string_view file, const DimensionSchedule& schedule, SampleType type,
                       SampleType accumulator, bool exclusive);

bool is_exclusive(const op::Instance& problem);

// Compares with the truth, which a plain loop makes.
std::optional<std::string> scan_mismatch(const op::Instance& problem, const op::HostValues& in,
                                         const op::HostValues& out);
std::vector<op::Case> scan_cases(int effort);

}  // namespace lenslet::ops

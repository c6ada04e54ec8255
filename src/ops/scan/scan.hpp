// Prefix sums: their schedules, launches and truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "array/op.hpp"

namespace lenslet::ops {

array::Space scan_space(const array::Problem& problem, const DeviceInfo& device);
ArraySchedule scan_initial(const array::Problem& problem, const DeviceInfo& device);
std::optional<Exclusion> scan_rule(const array::Problem& problem, const DeviceInfo& device,
                                   const ArraySchedule& schedule);
array::Run scan_make(const array::Problem& problem, const ArraySchedule& schedule, const array::Maker& maker);

bool is_exclusive(const array::Problem& problem);

// The truth: a plain loop.
std::optional<std::string> scan_fault(const array::Problem& problem, const std::vector<Array>& in,
                                      const std::vector<Array>& out);
std::vector<array::Case> scan_cases(int effort);

}  // namespace lenslet::ops

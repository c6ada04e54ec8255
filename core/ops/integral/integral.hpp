// Sums over all pixels above and to the left: their types, stages and truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// The type of the sums of samples, or of their squares, of an image. Throws invalid_argument where none holds them.
SampleType integral_type(const op::Arguments& arguments, const ImageType& image, bool squares);

op::Dimensions integral_space(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule integral_initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> integral_rule(const op::Instance& problem, const DeviceInfo& device,
                                       const DimensionSchedule& schedule);
op::Graph integral_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Compares with the truth, which plain loops make.
std::optional<std::string> integral_mismatch(const op::Instance& problem, const op::HostValues& in,
                                             const op::HostValues& out);
std::vector<op::Case> integral_cases(int effort);

}  // namespace lenslet::ops

// Lays a picture on an image: where, its stages and truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// Returns the column and row of the image where the picture's first pixel lies. Both may be outside.
struct PicturePlace {
  std::int64_t x, y;
};
PicturePlace picture_place(const op::Instance& problem);

int colours_of(const PixelFormat& format);  // channels without alpha

// What makes the picture's white that of the image.
double picture_scale(const op::Instance& problem);

op::Dimensions composite_space();
DimensionSchedule composite_initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> composite_rule(const op::Instance& problem, const DeviceInfo& device,
                                        const DimensionSchedule& schedule);
op::Graph composite_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Compares with the truth, which plain loops make.
std::optional<std::string> composite_mismatch(const op::Instance& problem, const op::HostValues& in,
                                              const op::HostValues& out);
std::vector<op::Case> composite_cases(int effort);

}  // namespace lenslet::ops

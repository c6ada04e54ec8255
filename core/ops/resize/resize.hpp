// Resizing: the samples of the source for each one of the result, the stages and the truth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

enum class Interpolation : std::uint8_t { nearest, linear, cubic, area, lanczos };

// One side of an image that is resized, in pixels. `step` is the distance of the result's neighbours in the source.
struct Side {
  std::int64_t from = 1, to = 1;
  double step = 1;
};

// For each place along a side of the result: `count` places of the source and their weights, which add up to 1. At an
// end some places may be equal, since borders repeat the last pixel.
struct Taps {
  int count = 1;
  std::vector<std::int32_t> places;  // count for each place of the result
  std::vector<float> weights;        // one for each place
};

struct Resizing {
  Side x, y;
  Interpolation interpolation;
  bool antialias;      // kernels are as wide as the distance of the result's pixels in the source
  bool premultiplied;  // alpha weights colours
};

// Throws invalid_argument for a text that is no size, and for more than one of size, fit and scale.
Size size_of_result(const op::Arguments& arguments, Size source);

// The note for a user where a size changes the image's proportions.
std::string resize_note(const op::Instance& problem);

Resizing resizing_of(const op::Instance& problem);
int max_taps(const Resizing& resizing, const Side& side);  // an upper bound for taps_of()
Taps taps_of(const Resizing& resizing, const Side& side);
Taps taps_at(const Resizing& resizing, const Side& side, std::int64_t place);  // some may have a weight of 0 everywhere

op::Dimensions resize_space(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> resize_rule(const op::Instance& problem, const DeviceInfo& device,
                                     const DimensionSchedule& schedule);
DimensionSchedule resize_initial(const op::Instance& problem, const DeviceInfo& device);
std::int64_t samples_of_line(const op::Instance& problem, const DimensionSchedule& schedule);  // in the way `lines`
op::Graph resize_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);
Rect resize_reads(const op::Instance& problem, const Rect& region, std::size_t input);

// Compares with the truth, which a plain loop over all taps makes.
std::optional<std::string> resize_mismatch(const op::Instance& problem, const op::HostValues& in,
                                           const op::HostValues& out);
std::vector<op::Case> resize_cases(int effort);

}  // namespace lenslet::ops

// Gaussians that are wider than masks: the op, its stages and truth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"
#include "ops/wide_gaussian/wide_axis.hpp"

namespace lenslet::ops {

// How a wide Gaussian is computed: on a grid, with an error that is stated, or by sums over all taps.
enum class WideWay : std::uint8_t { grid, direct };

// Gives the filter `gaussian` the problems of masks that are too wide for a filter.
op::Op with_wide_gaussian(op::Op gaussian);

// Whether a sigma without a ksize is too wide for a filter's mask on images of the type.
bool is_wide_sigma(double sigma, SampleType type);

// The standard deviations in x and y.
struct WideSigmas {
  double x, y;
};
WideSigmas wide_sigmas(const Arguments& arguments);

bool wide_is_weighted(const op::Instance& problem);  // alpha weights colours
bool wide_keeps_alpha(const op::Instance& problem);

// What the programs of both ways have: this file of kernels, for results of the type.
op::Source wide_source(const char* kernels, const op::Instance& problem, SampleType type, const DeviceInfo& device);

// What lies outside a constant border, in the image's samples, weighted by its alpha where colours are.
std::vector<double> wide_outside(const op::Instance& problem);

op::Dimensions wide_space();
DimensionSchedule wide_initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> wide_rule(const op::Instance& problem, const DeviceInfo& device,
                                   const DimensionSchedule& schedule);
op::Graph wide_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Compares with the sums over all taps in double.
std::optional<std::string> wide_mismatch(const op::Instance& problem, const op::HostValues& in,
                                         const op::HostValues& out, WideWay way);
std::vector<op::Case> wide_cases(int effort);

}  // namespace lenslet::ops

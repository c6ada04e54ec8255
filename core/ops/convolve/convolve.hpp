// Convolutions of rows with a mask: what is computed, their schedules, launches and truth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// Result i of a row is the sum of tap(k) * x[start + i + k] over all taps, where tap(k) is the mask's k-th element from
// its end, or of a correlation from its beginning.
struct Convolved {
  std::int64_t rows, elements, taps;  // elements of a row
  std::int64_t length, start;         // results of a row, and the first element that the first of them reads
  bool turned;                        // tap(k) counts from the mask's end

  std::int64_t tap(std::int64_t k) const { return turned ? taps - 1 - k : k; }
  bool is_empty() const { return rows == 0 || length == 0; }
};

// Throws invalid_argument for inputs and arguments that do not fit.
Convolved convolved(const Arguments& arguments, const op::Types& inputs);

// f32 for f16, else the inputs' type: integers keep the low bits of their sums.
SampleType convolved_type(SampleType type);

// Whether schedules may compute by Fourier transforms: of floats, where the mask is long or the call asks for it.
bool may_transform(const op::Instance& problem);

// The lengths of transforms, powers of 4, and the most that a mask of so many taps gets.
inline constexpr std::int64_t transform_lengths[] = {256, 1024, 4096, 16384};
std::int64_t longest_transform(std::int64_t taps);

op::Dimensions convolve_space(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule convolve_initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> convolve_rule(const op::Instance& problem, const DeviceInfo& device,
                                       const DimensionSchedule& schedule);

// The type that sums are kept in.
SampleType convolve_sum_type(SampleType type, const DeviceInfo& device, const DimensionSchedule& schedule);

// Bytes of a group's local memory, for so many taps at a time.
std::uint64_t convolve_tile_bytes(const DimensionSchedule& schedule, SampleType sum, std::int64_t chunk);

// The same for transforms.
std::uint64_t transform_bytes(const DimensionSchedule& schedule, SampleType sum);

// The border's constant as a value of the array.
Array outside_element(const op::Instance& problem);

op::Graph make_convolve(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Adds the stages that compute by transforms.
void add_transforms(op::Graph& graph, const op::Instance& problem, const Convolved& sizes,
                    const DimensionSchedule& schedule, const op::Maker& maker);

// Compares with the truth, which a plain loop makes.
std::optional<std::string> convolve_mismatch(const op::Instance& problem, const op::HostValues& in,
                                             const op::HostValues& out);
std::vector<op::Case> convolve_cases(int effort);

}  // namespace lenslet::ops

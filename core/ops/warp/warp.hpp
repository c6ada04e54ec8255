// Ops whose pixels lie anywhere in the source, between its pixels, too: warps by a matrix or by a table.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"
#include "ops/warp/places.hpp"

namespace lenslet::ops {

// How pixels between those of the source are made: of so many pixels in each direction.
enum class Sampling : std::uint8_t { nearest = 1, linear = 2, cubic = 4 };

Parameter sampling_parameter();  // "interpolation"
Sampling sampling_of(const Arguments& arguments);
bool weights_colours(const op::Instance& problem);  // by alpha

// What the arguments mean for an image of this type: the size of the result, and the matrix from the result's pixels to
// the source's. Throws invalid_argument for impossible arguments.
struct Warp {
  Size result;
  Matrix3 matrix;
};
using WarpOf = std::function<Warp(const Arguments& arguments, const ImageType& source)>;

// Makes the op, which is proved with the arguments `proved`. The info lacks inputs and outputs.
op::Op warp_op(OpInfo info, const WarpOf& warp_of, const std::vector<std::map<std::string, Value>>& proved);

// What all warps share: schedules, borders and alpha.
op::Op unplaced_warp_op(OpInfo info);

// The result's type, with the size. Throws invalid_argument for rows that are too long.
ImageType warped_type(const std::string& op, const ImageType& source, Size size);

op::Dimensions warp_space(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule warp_initial(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule perspective_initial(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule table_initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> warp_rule(const op::Instance& problem, const DeviceInfo& device,
                                   const DimensionSchedule& schedule);

// The launch. Without places, the second and the third input are a table of places.
op::Graph warp_make(const op::Instance& problem, const std::optional<Places>& places, const DimensionSchedule& schedule,
                    const op::Maker& maker);
Rect warp_reads(const op::Instance& problem, const Places& places, const Rect& region);

// Compares with the truth, which a plain loop over all taps makes. Weights are by so many bits of places.
inline constexpr int matrix_weight_bits = 23, table_weight_bits = 32;
using PlaceAt = std::function<Place(std::int64_t x, std::int64_t y)>;
std::optional<std::string> warp_mismatch(const op::Instance& problem, const PlaceAt& place_at, int weight_bits,
                                         const op::HostValues& in, const op::HostValues& out);

// Sizes and formats with which warps are proved, with the arguments, borders and interpolations in turn.
std::vector<op::Case> warp_cases(const std::string& op, const std::vector<std::map<std::string, Value>>& proved,
                                 int effort);

// Adds what images of one format are proved with to the call.
op::Case warp_case(Call call, PixelFormat format, Size size, std::uint32_t number);

}  // namespace lenslet::ops

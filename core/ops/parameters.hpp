// Parameters that several ops have, described once.
#pragma once

#include <utility>
#include <vector>

#include <lenslet/op.hpp>

namespace lenslet::ops {

inline Parameter scale_parameter() {
  return {.name = "scale", .summary = "Factor on the sum.", .kind = ParameterKind::real, .initial = 1.0};
}

inline Parameter delta_parameter() {
  return {.name = "delta",
          .summary = "Added after scaling, in units of the samples.",
          .kind = ParameterKind::real,
          .initial = 0.0};
}

inline Parameter flag_parameter(std::string name, std::string summary) {
  return {.name = std::move(name), .summary = std::move(summary), .kind = ParameterKind::flag, .initial = false};
}

inline Parameter integer_parameter(std::string name, std::string summary, std::int64_t initial, double minimum,
                                   double maximum, std::string unit = {}) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .kind = ParameterKind::integer,
          .initial = initial,
          .unit = std::move(unit),
          .minimum = minimum,
          .maximum = maximum};
}

constexpr double max_side_length = 1 << 30;  // of a size, in pixels

// The size of the result, whose sides are both given. Empty: left to the op.
inline Parameter size_parameter(std::string summary) {
  return {.name = "size",
          .summary = std::move(summary),
          .kind = ParameterKind::size,
          .initial = Size{},
          .unit = "pixels",
          .minimum = 1,
          .maximum = max_side_length,
          .automatic = true};
}

// The width and the height of a window, which may be given together: 31x15.
inline std::vector<Parameter> pair_of(Parameter width, Parameter height) {
  width.pair = height.name;
  return {std::move(width), std::move(height)};
}

}  // namespace lenslet::ops

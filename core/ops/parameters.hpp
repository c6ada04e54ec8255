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

inline constexpr double max_side_length = 1 << 30;  // of an image

// A size that may be left out. With a `minimum` of 0 one side alone may be left out, too.
inline Parameter size_parameter(std::string name, std::string summary, double minimum = 1) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .kind = ParameterKind::size,
          .initial = Size(),
          .unit = "pixels",
          .minimum = minimum,
          .maximum = max_side_length,
          .automatic = true};
}

// The width and the height of a window, which may be given together: 31x15.
inline std::vector<Parameter> pair_of(Parameter width, Parameter height) {
  width.pair = height.name;
  return {std::move(width), std::move(height)};
}

}  // namespace lenslet::ops

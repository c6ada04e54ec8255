// What the ops that tell missing samples from others share.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/op.hpp"

namespace lenslet::ops {

inline Parameter value_parameter() {
  return {.name = "value",
          .summary = "The value of missing samples, in units of the samples.",
          .kind = ParameterKind::real,
          .initial = 0.0};
}

inline Parameter missing_parameter() {
  return {.name = "missing",
          .summary = "Which samples are missing: those of the value, NaN, or both.",
          .kind = ParameterKind::choice,
          .initial = std::string("value"),
          .choices = {"value", "nan", "both"}};
}

// The value as samples of the type hold it. f16 and f32 hold the nearest number that they have. Throws invalid_argument
// where an integer type does not hold the value, or where a float would be 0 or infinite.
inline double held_value(std::string_view op, double value, SampleType type) {
  const double held = store_value(value, type);
  if (std::isfinite(held) && (held == value || (!is_integer(type) && held != 0))) return held;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: the value {} of missing samples is no {}; allowed: {}", op, value, name_of(type),
                          is_integer(type) ? fmt::format("whole numbers from 0 to {}", max_value(type))
                                           : fmt::format("what {} can hold", name_of(type))));
}

// Which samples of an image are missing: those of the value, and NaN where `nan` is set.
struct Missing {
  double value = std::numeric_limits<double>::quiet_NaN();  // NaN: no value
  bool nan = false;

  bool has(double sample) const { return sample == value || (nan && std::isnan(sample)); }
};

inline Missing missing_of(std::string_view op, const op::Arguments& arguments, SampleType type) {
  const std::string& which = arguments.text("missing");
  Missing missing{.nan = which != "value"};
  if (which != "nan") missing.value = held_value(op, arguments.real("value"), type);
  return missing;
}

}  // namespace lenslet::ops

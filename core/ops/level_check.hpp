// What ops that compare samples with a number refuse.
#pragma once

#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/sample.hpp>

namespace lenslet::ops {

// Throws invalid_argument for a number that no sample of an integer type can have: it is one of another type, and all
// samples would lie on one side of it.
inline void check_level(const std::string& op, const std::string& name, double level, SampleType type) {
  if (!is_integer(type) || (level >= min_value(type) && level <= max_value(type))) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {} is {}; allowed for {}: {:.0f} to {:.0f}", op, name,
                                                       level, name_of(type), min_value(type), max_value(type)));
}

// Throws invalid_argument for a low above the high, and where all samples of an integer type lie on one side of both.
inline void check_range(const std::string& op, double low, double high, SampleType type) {
  if (low > high)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{}: low is {}, high {}; allowed: low no greater than high", op, low, high));
  if (!is_integer(type) || (low <= max_value(type) && high >= min_value(type))) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: low is {}, high {}; allowed for {}: a range that has some of {:.0f} to {:.0f}", op, low,
                          high, name_of(type), min_value(type), max_value(type)));
}

}  // namespace lenslet::ops

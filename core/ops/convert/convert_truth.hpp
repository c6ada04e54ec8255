// The truth of conversions between any two types of samples.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

struct LineOfSamples {
  double scale, shift;
};

// The line on which the call moves samples: what the type that it computes in holds of its numbers.
LineOfSamples numbers_of(const op::Instance& problem);

// The type in which samples are scaled and shifted; absent where they are only converted.
std::optional<SampleType> type_of_numbers(const op::Instance& problem);

std::optional<std::string> convert_mismatch(const op::Instance& problem, const op::HostValues& in,
                                            const op::HostValues& out);

// Each type to and from each other one, at this effort or over the efforts.
std::vector<op::Case> convert_cases(int effort);

}  // namespace lenslet::ops

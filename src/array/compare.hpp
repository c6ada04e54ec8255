// Comparing an op's outputs with the truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/array.hpp>

namespace lenslet::array {

// To the bit; NaN equals NaN. "element 3 is 5, not 4".
std::optional<std::string> first_difference(const Array& got, const Array& expected);

// Within `bounds` of `expected`, each an element's. What is infinite or NaN must be so.
std::optional<std::string> first_outside(const Array& got, const std::vector<double>& expected,
                                         const std::vector<double>& bounds);

// Half the distance of neighbours at this value: what storing it may change.
double rounding_of(ElementType type, double value);

}  // namespace lenslet::array

// Compares an op's outputs with the truth. Both functions say what is wrong first, "element 3 is 5, not 4", or nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/array.hpp>

namespace lenslet::array {

// Compares to the bit; NaN equals NaN.
std::optional<std::string> first_difference(const Array& got, const Array& expected);

// Asks each element to lie within its bound of what is expected. What is infinite or NaN must be so.
std::optional<std::string> first_outside(const Array& got, const std::vector<double>& expected,
                                         const std::vector<double>& bounds);

// Returns half the distance of neighbours at this value: what storing it may change.
double rounding_of(ElementType type, double value);

}  // namespace lenslet::array

// Compares an op's outputs with the truth. Both functions return the first error, "element 3 is 5, not 4", or nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/array.hpp>

#pragma GCC visibility push(default)
namespace lenslet::array {

// Compares bits, but NaN equals NaN.
std::optional<std::string> first_difference(const Array& got, const Array& expected);

// Checks that each element differs by at most its bound from the expected value. Infinities and NaN must be the same.
std::optional<std::string> first_outside(const Array& got, const std::vector<double>& expected,
                                         const std::vector<double>& bounds);

// Returns half the distance between neighbours at this value: the most that storing it can change.
double rounding_of(SampleType type, double value);

}  // namespace lenslet::array
#pragma GCC visibility pop

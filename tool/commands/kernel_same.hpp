// Whether two kernels gave the same results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/array.hpp>

namespace lenslet::cli {

struct NamedArray {
  std::string name;  // of the kernel's argument
  Array values;
};

// Returns where the results differ; nothing if they are the same. Floating-point numbers may differ by `tolerance`, or
// by this part of the larger one if that is more; NaN is like NaN, and an infinity like itself alone. With a tolerance
// of 0 integers have the same bits.
std::optional<std::string> difference(const std::vector<NamedArray>& expected, const std::vector<NamedArray>& given,
                                      double tolerance);

}  // namespace lenslet::cli

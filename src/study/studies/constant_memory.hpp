// Private to the study `constant-memory`: its second part.
#pragma once

#include <cstddef>
#include <cstdint>

#include "study/experiment.hpp"

namespace lenslet::study {

constexpr std::int64_t longest_constant_work = std::int64_t{1} << 22;
constexpr std::size_t constant_group = 256;

// Measures arithmetic with literals of float and of double, and judges claim 52.
void measure_literals(Experiment& experiment);

}  // namespace lenslet::study

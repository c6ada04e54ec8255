// One stencil made of several ops of a pipeline: a stencil behind point functions, a stencil whose windows hold another
// stencil's results, or two stencils of one input.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Each function returns nothing where one launch cannot compute both.
std::optional<Problem> preceded(const Problem& problem, const op::Prologue& prologue);
std::optional<Problem> fed(const Problem& problem, const Problem& producer);
std::optional<Problem> joined(const Problem& first, const Problem& second);

// Whether a producer takes each row of its windows first, once for all windows that hold it: see producer.cl.
bool goes_along_rows(const Problem& producer);

// Whether one launch in strips is faster than two for a fed problem. It is faster where the producer's windows are
// small and no schedule of either stencil has sums of 16 bits. A vector holds twice as many 16-bit sums, which makes
// two launches faster. Measured on one CPU, as AVX-512 and as AVX2 code: docs/performance.md.
bool gains_in_strips(const Problem& fed);

// Returns a schedule for each stencil of a composite. By these schedules, launches one by one give the composite's
// bits. The first schedule is for the stencil that has the windows.
std::vector<std::string> schedules_alone(const Problem& problem, const std::string& schedule);

}  // namespace lenslet::stencil

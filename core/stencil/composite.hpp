// One stencil made of several ops of a pipeline: a stencil behind point functions, a stencil whose windows hold another
// stencil's results, or two stencils of one input.
#pragma once

#include <optional>
#include <vector>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Each function returns nothing where one launch cannot compute both.
std::optional<Problem> preceded(const Problem& problem, const op::Prologue& prologue);
std::optional<Problem> fed(const Problem& problem, const Problem& producer);
std::optional<Problem> joined(const Problem& first, const Problem& second);

// Whether a producer takes each row of its windows first, once for all windows that hold it: see producer.cl.
bool goes_along_rows(const Problem& producer);

// Whether one launch in strips is faster than two for a fed problem. It is where the producer's windows are small and
// no schedule of the two has sums of 16 bits. (A vector holds twice as many of 16 bits as of 32.) Measured on one CPU,
// as AVX-512 and as AVX2 code: docs/performance.md.
bool gains_in_strips(const Problem& fed);

// A composite's stencils, computed one by one by these schedules, give its bits. The first is that of the windows.
std::vector<Schedule> schedules_alone(const Problem& problem, const Schedule& schedule);

}  // namespace lenslet::stencil

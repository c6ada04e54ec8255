// One stencil made of several ops of a pipeline: point functions in front of it, another one's results in its windows,
// or two of one input side by side.
#pragma once

#include <optional>
#include <vector>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Each is nothing where one launch cannot do both.
std::optional<Problem> preceded(const Problem& problem, const op::Prologue& prologue);
std::optional<Problem> fed(const Problem& problem, const Problem& producer);
std::optional<Problem> joined(const Problem& first, const Problem& second);

// Whether a producer takes the rows of its windows first, each for all windows that hold it: see producer.cl.
bool goes_along_rows(const Problem& producer);

// Whether a problem that is fed was faster by strips than two launches: where neither could have sums of 16 bits, twice
// as many to a vector, and the producer's windows are small. Measured on one CPU, as AVX-512 and as AVX2 code:
// docs/performance.md.
bool gains_in_strips(const Problem& fed);

// The schedules by which the stencils that a problem is made of give its bits by themselves, the windows' own first.
std::vector<Schedule> schedules_alone(const Problem& problem, const Schedule& schedule);

}  // namespace lenslet::stencil

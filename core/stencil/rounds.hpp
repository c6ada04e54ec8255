// What the border path of border_path.cl costs a work-item in loops and memory.
#pragma once

#include <cstdint>

#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Whether the border path reads each sample of a window once, into an array of its own. Large masks would make the
// array too large for a work-item.
bool reads_side_by_side(const Schedule& schedule, const Problem& problem);

// An upper bound of the rounds of all loops that a work-item runs. It includes its neighbours' loops, which it runs
// with them on devices that take both ways of a branch.
std::int64_t rounds_of(const Schedule& schedule, const Problem& problem);

}  // namespace lenslet::stencil

// What the border path of border_path.cl costs a work-item in loops and memory.
#pragma once

#include <cstdint>

#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Whether the border path reads the samples of a window once each into an array of its own, which large masks make too
// large for a work-item.
bool reads_side_by_side(const Schedule& schedule, const Problem& problem);

// No fewer than the rounds of all loops that one work-item can run, and its neighbours, whose loops it runs with them
// on devices that go both ways of a branch.
std::int64_t rounds_of(const Schedule& schedule, const Problem& problem);

}  // namespace lenslet::stencil

// The files of a program, in the order in which the composer joins them.
#pragma once

#include <string>
#include <vector>

#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Whether the op's own function is among them. Ways to select other than by a network do without the op's own function,
// which is one, and so do ways to an extreme other than by a whole window.
bool calls_body(const Problem& problem, const Schedule& schedule);

// Behind it stand the functions of a prologue and of an epilogue.
inline constexpr char functions_begin[] = "points.cl";

std::vector<std::string> files_of(const Problem& problem, const Schedule& schedule);

}  // namespace lenslet::stencil

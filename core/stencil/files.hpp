// The files of a program, in the order in which the composer joins them.
#pragma once

#include <string>
#include <vector>

#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Whether the program calls the op's own function. It does not where a rank is found by anything but a network, or an
// extreme by anything but whole windows.
bool calls_body(const Problem& problem, const Schedule& schedule);

// The functions of a prologue and of an epilogue stand behind this file.
inline constexpr char functions_begin[] = "points.cl";

// This file stands once for each level of a tile of windows, see tiling.hpp.
inline constexpr char levels_of_tiles[] = "rank_tiles_level.cl";

std::vector<std::string> files_of(const Problem& problem, const Schedule& schedule);

}  // namespace lenslet::stencil

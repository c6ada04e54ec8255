// The coefficients of a program, in the order of its skeleton.
#pragma once

#include <vector>

#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// How many coefficients one mask has in these passes.
int taps_per_mask(const Problem& problem, Passes passes);

// Of the problem's masks that `masks` names, each padded with zeros to the window of the stencil: row by row for
// linear.cl; the row's and then the column's factor for separated.cl.
std::vector<double> taps_of(const Problem& problem, Passes passes, const std::vector<int>& masks);

}  // namespace lenslet::stencil

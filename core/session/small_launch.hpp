// Launches of an op on small inputs, to have its programs as a launch leaves them.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/session.hpp>

#include "op/problem.hpp"

namespace lenslet {

// Makes a plan by each choice, its programs by `build`, and runs it once. Returns a number that results with the same
// bits share.
std::int64_t launch_small(const Session& session, const op::ProblemPtr& problem, const std::vector<op::Choice>& choices,
                          const op::Build& build);

}  // namespace lenslet

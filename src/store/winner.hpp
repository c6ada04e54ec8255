// Finds which of several measured schedules wins.
#pragma once

#include <vector>

#include <lenslet/tune.hpp>

#include "op/space.hpp"

namespace lenslet::store {

// Returns the simplest of those whose quartiles overlap the fastest one's and whose median is at most 5% slower: a
// difference within the noise must not decide, or the winner changes from run to run. Times of less than half as many
// samples as the best known one's do not compete: of many short looks the luckiest would win. `trials` are correct
// ones, fastest first; null where there is none.
const Trial* winner(const std::vector<Trial>& trials, const op::Space& space);

}  // namespace lenslet::store

// The times of several launches.
#pragma once

#include <span>

#include <lenslet/plan.hpp>

namespace lenslet {

// Waits for all, and returns their sum.
Timing sum_of(std::span<const Launch> launches);

}  // namespace lenslet

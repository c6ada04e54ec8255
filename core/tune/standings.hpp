// Says which of several schedules that were timed in turns is the fastest, and which cannot be told apart from it.
#pragma once

#include <span>
#include <vector>

#include <lenslet/statistics.hpp>
#include <lenslet/tune.hpp>

#include "op/space.hpp"

namespace lenslet::tune {

// Returns the interval of a median by its quartiles: where the intervals of two medians do not meet, these differ with
// about 95% confidence (McGill, Tukey and Larsen 1978, the notches of box plots).
Interval likely_median(const Measured& time);

// Tells whether more rounds would say nothing new: every schedule but the fastest is slower for sure, or as fast within
// 1% for sure.
bool order_is_sure(std::span<const Measured> times);

// Returns a standing for each of the schedules, which were timed in turns.
std::vector<Standing> standings(std::span<const Measured> times, std::span<const op::AnySchedule> schedules,
                                const op::Space& space);

}  // namespace lenslet::tune

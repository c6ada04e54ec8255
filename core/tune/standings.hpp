// Says which of several schedules that were timed in turns is the fastest, and which ones tie with it.
#pragma once

#include <span>
#include <vector>

#include <lenslet/statistics.hpp>
#include <lenslet/tune.hpp>

#include "op/space.hpp"

namespace lenslet::tune {

// Returns the likely interval of a median, from the quartiles. Where the intervals of two medians do not overlap, the
// medians differ with about 95% confidence (McGill, Tukey and Larsen 1978, the notches of box plots).
Interval likely_median(const Measured& time);

// Tells whether more rounds would change nothing: every other schedule certainly is slower than the fastest, or
// certainly is within 1% of it.
bool order_is_sure(std::span<const Measured> times);

// Returns the standing of each trial. The trials must have been timed in turns.
std::vector<Standing> standings(std::span<const Measured> times, std::span<const op::AnySchedule> schedules,
                                const op::Space& space);

}  // namespace lenslet::tune

// General programs: the windows that one program serves, and where there is one.
#pragma once

#include <optional>
#include <string>

#include <lenslet/image.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// The number of samples that a general program of `sorted` orders at once, see rank_sorted.cl. With 32 results a row
// they fit half a MiB of local memory.
inline constexpr std::int64_t max_sorted_samples = 22528;

// The largest window that the schedule's program serves. A program that is not general serves only the problem's own
// window.
Size window_of_program(const Problem& problem, const Schedule& schedule);

// Returns why no general program serves the problem by this schedule; nothing where one does, and for schedules that
// are not general.
std::optional<std::string> why_not_general(const Schedule& schedule, const Problem& problem);

}  // namespace lenslet::stencil

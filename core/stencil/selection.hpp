// How schedules find the sample of a rank in a window, and what each way needs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/image.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

inline constexpr int max_samples_of_network = 81;

// Returns those of a network's pairs on which what lies at the wanted places in the end depends.
std::vector<std::pair<int, int>> pairs_for(const std::vector<int>& wanted,
                                           const std::vector<std::pair<int, int>>& pairs, int samples);

// Returns the pairs of places that a network orders, one after the other. In the end the sample of the rank lies at the
// place with the rank's number.
std::vector<std::pair<int, int>> selection_network(int samples, int rank);

// Returns the network as median's and rank's kernels take it: "ORDER(0, 1) ORDER(2, 3)".
std::string network_text(int samples, int rank);

// Whether a work-item moves its window over a part of the image, and keeps the histogram or set from one to the next.
constexpr bool moves_windows(Selection selection) {
  return selection >= Selection::histogram;
}

// Whether the windows of a rank are read by a kernel of the selection's own, not by those that all ops share.
constexpr bool has_own_kernel(Selection selection) {
  return selection >= Selection::tiles;
}

// Whether the schedule leaves to such a kernel how samples are read and stored.
bool leaves_reads(const Schedule& schedule);

// Samples of a row, and rows, that a work-item computes. Where it moves windows, it computes items_y times the rows of
// a window, or items_y times 16 rows where that is more. So the first window costs little beside the steps to the
// others.
Size samples_of_item(const Schedule& schedule, const Problem& problem);

// Bytes that a group takes in local memory.
std::uint64_t selection_bytes(const Schedule& schedule, const Problem& problem);

// Returns why the schedule cannot find the rank; nothing where it can.
std::optional<std::string> why_not_selected(const Schedule& schedule, const Problem& problem);

// How often a window is read.
int sweeps_of(const Schedule& schedule, SampleType type);

}  // namespace lenslet::stencil

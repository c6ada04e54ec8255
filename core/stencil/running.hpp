// Passes `running`, see running_tile.cl: which problems they serve, and how a launch is cut.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Whether each sum is made of the one before, by adding and subtracting whole samples. Else blocks of rows are
// combined.
bool subtracts(const Problem& problem);

// The tile that a group walks down the image.
struct RunningTile {
  std::int64_t width = 0;       // samples
  std::int64_t margin = 0;      // samples on each side that only windows read
  int segments = 1;             // of a row, whose sums are made side by side
  std::int64_t segment = 0;     // samples of packed lanes that a work-item walks along
  std::uint64_t bytes = 0;      // of local memory
  std::uint64_t own_bytes = 0;  // bytes of a block of rows: kept by each work-item, in general programs by the group

  std::int64_t results() const { return width - 2 * margin; }
};

RunningTile running_tile(const Schedule& schedule, const Problem& problem);

// Why running sums cannot serve the problem, why packed lanes cannot, and why the schedule has no tile for them. Each
// reason says what is allowed. Nothing where there is no obstacle.
std::optional<std::string> why_not_running(const Problem& problem);
std::optional<std::string> why_not_packed_running(const Schedule& schedule, const Problem& problem);
std::optional<std::string> why_no_tile(const Schedule& schedule, const Problem& problem, const DeviceInfo& device);

// The skeleton's files for the problem, see compose.cpp.
std::vector<std::string> running_files(const Schedule& schedule, const Problem& problem);

// The number of strips into which the rows of a region are cut. Each strip is `tiles` tiles wide.
std::int64_t running_strips(const Schedule& schedule, const Problem& problem, const DeviceInfo& device,
                            std::int64_t tiles, std::int64_t rows);

// The rounds of one work-item's loops, see rounds.hpp.
std::int64_t running_rounds(const Schedule& schedule, const Problem& problem);

}  // namespace lenslet::stencil

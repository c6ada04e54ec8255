// Scans in one pass over the array: a work-group waits for the sums that groups before it tell.
#include <fmt/format.h>

#include "ocl/driver_limits.hpp"
#include "ocl/hardware.hpp"
#include "op/dimensions.hpp"
#include "ops/scan/scan.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::uint64_t crew = 32, window = 256;  // CREW and WINDOW of scan_lookback.cl

// Sums of windows are added one after the other. Up to a tile's sum, and from a window's sum to an element, there are
// fewer than 96 additions in a row, so that all are within the bound of a sum.
constexpr std::uint64_t max_windows = 480;

// Whether the compiler takes PTX for words that groups tell each other and for what a warp's lanes exchange (PTX ISA
// 6.0, sections "ld", "st" and "shfl.sync"). Elsewhere atomics and local memory do the same.
bool has_warps(const DeviceInfo& device) {
  constexpr int first_with_scopes = 70;
  return ocl::ptx_architecture(device) >= first_with_scopes;
}

std::uint64_t elements_of_tile(const DimensionSchedule& schedule) {
  return static_cast<std::uint64_t>(schedule.number("group")) *
         static_cast<std::uint64_t>(schedule.number("items") * schedule.number("v"));
}

// Why groups cannot tell each other sums, or cannot wait for them.
std::optional<Exclusion> telling_rule(const DeviceInfo& device) {
  if (has_warps(device)) return {};
  if (device.kind != DeviceKind::cpu)
    return Exclusion{"waiting", "the device does not promise that groups that have begun go on while others wait"};
  if (ocl::max_loop_rounds(device) > 0)
    return Exclusion{"waiting", "the driver ends loops after a number of rounds, so no group can wait for another"};
  return op::extension_rule("atomic-width", device, "cl_khr_int64_base_atomics");
}

}  // namespace

std::optional<Exclusion> look_back_rule(const op::Instance& problem, const DeviceInfo& device,
                                        const DimensionSchedule& schedule) {
  if (auto excluded = telling_rule(device)) return excluded;
  if (auto excluded = op::barrier_rule(schedule, device)) return excluded;
  const auto group = static_cast<std::uint64_t>(schedule.number("group"));
  if (group < crew) return Exclusion{"group-size", fmt::format("with look-back a group has at least {} items", crew)};
  if (schedule.number("rounds") > 1) return Exclusion{"rounds", "with look-back a tile has one round"};
  const std::uint64_t exchanged =
      has_warps(device) ? crew : group * static_cast<std::uint64_t>(schedule.number("items"));
  if ((exchanged + crew) * sizeof(double) > device.local_memory)
    return Exclusion{"local-memory", fmt::format("local memory has {} bytes here", device.local_memory)};
  const std::uint64_t most = max_windows * window * elements_of_tile(schedule);
  if (static_cast<std::uint64_t>(problem.inputs.front().count()) > most)
    return Exclusion{"length", fmt::format("with such tiles, sums of {} elements at most keep their bound", most)};
  return {};
}

Graph look_back(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const auto count = static_cast<std::uint64_t>(problem.inputs.front().count());
  if (count == 0) return graph;
  const SampleType accumulator = problem.outputs.front().type;
  op::Source source =
      scan_source("scan_lookback.cl", schedule, problem.inputs.front().type, accumulator, is_exclusive(problem));
  source.define("WARPS", has_warps(maker.device()) ? 1 : 0).define("WINDOW", window);
  const ocl::Program program = maker.program(source);

  // The counter of tiles, each tile's sum, and the sum before each window.
  const std::uint64_t tiles = divide_up(count, elements_of_tile(schedule));
  const std::uint64_t sums = tiles + divide_up(tiles, window) + 1;
  const std::uint64_t words = 1 + sums * (size_of(accumulator) == sizeof(double) ? 2 : 1);
  const op::GraphValue told = graph.scratch(words, sizeof(std::uint64_t));
  const ocl::Range group{static_cast<std::size_t>(schedule.number("group"))};
  graph.launch_items(graph.kernel(program, "forget", group), words, told, words);
  graph.launch_groups(graph.kernel(program, "scan_tiles", group), tiles, Graph::input(0), told, Graph::output(0),
                      count);
  return graph;
}

}  // namespace lenslet::ops

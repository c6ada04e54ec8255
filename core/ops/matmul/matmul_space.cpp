// Lists the schedules of matrix products: the textbook's variants, and those blocked in registers and local memory.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ocl/driver_limits.hpp"
#include "op/dimensions.hpp"
#include "ops/matmul/matmul.hpp"

namespace lenslet::ops {
namespace {

constexpr std::array variants{"sequential", "basic", "row",     "vector4", "local_a",     "local_a_coalesced",
                              "naive",      "tiled", "blocked", "packed",  "packed_local"};

constexpr std::int64_t max_sequential = std::int64_t{1} << 24;  // products of one work-item: seconds
constexpr std::int64_t max_unrolled = 256;                      // vectors: more take compilers long

DimensionSchedule schedule(const char* variant, const char* group, int rows, int vectors, int v, int depth) {
  return DimensionSchedule({{"variant", variant},
                            {"group", group},
                            {"rows", fmt::format("{}", rows)},
                            {"vectors", fmt::format("{}", vectors)},
                            {"v", fmt::format("{}", v)},
                            {"depth", fmt::format("{}", depth)}});
}

std::optional<Exclusion> group_rule(const Blocks& blocks, const DeviceInfo& device) {
  const auto group = static_cast<std::uint64_t>(blocks.group_x * blocks.group_y);
  if (auto excluded = op::group_rule(group, device)) return excluded;
  const bool square = blocks.group_x == blocks.group_y && blocks.group_x > 1;
  const auto shape = [](bool right, const char* reason) {
    return right ? std::optional<Exclusion>() : Exclusion{"group-shape", reason};
  };
  switch (blocks.variant) {
    case Variant::sequential:
      return shape(blocks.group_x * blocks.group_y == 1, "it has one work-item");
    case Variant::basic:
    case Variant::row:
    case Variant::local_a:
    case Variant::local_a_coalesced:
    case Variant::packed:
      return shape(blocks.group_y == 1, "its groups have one row of work-items");
    case Variant::naive:
    case Variant::tiled:
      return shape(square, "its groups are squares");
    default:
      return {};
  }
}

std::optional<Exclusion> textbook_rule(const Blocks& blocks, const Sizes& sizes, const DeviceInfo& device) {
  if (blocks.rows > 1 || blocks.vectors > 1 || blocks.depth != 8)
    return Exclusion{"textbook-blocks", "the textbook's kernels have no blocks"};
  if (blocks.v != (blocks.variant == Variant::vector4 ? 4 : 1))
    return Exclusion{"textbook-vectors", "the textbook's kernels have vectors of their own"};
  const auto rounds = static_cast<double>(sizes.depth) * static_cast<double>(sizes.columns);
  const double products = rounds * static_cast<double>(sizes.rows);
  if (blocks.variant == Variant::sequential && products > static_cast<double>(max_sequential))
    return Exclusion{"sequential-size", fmt::format("one work-item would have more than {} products", max_sequential)};
  if (ocl::max_loop_rounds(device) == 0) return {};
  const auto most = static_cast<double>(ocl::max_loop_rounds(device)) / 4;
  if ((blocks.variant == Variant::sequential && products > most) ||
      (blocks.variant == Variant::row && rounds / static_cast<double>(blocks.group_x) > most))
    return Exclusion{"loop-rounds",
                     fmt::format("this driver ends loops after {} rounds", ocl::max_loop_rounds(device))};
  return {};
}

// Bounds the registers for C, and the vectors in the compiler's code.
std::optional<Exclusion> block_rule(const Blocks& blocks, const DeviceInfo& device) {
  const std::int64_t elements = device.kind == DeviceKind::cpu ? 256 : 128;
  if (blocks.rows * blocks.columns() > elements)
    return Exclusion{"registers", fmt::format("a work-item has registers for {} elements", elements)};
  if (blocks.variant == Variant::packed) {
    if (blocks.depth < 64) return Exclusion{"depth", "its steps along k are longer"};
    return {};
  }
  if (blocks.depth > 64) return Exclusion{"depth", "its steps along k are shorter"};
  if (blocks.variant == Variant::blocked) {
    if (blocks.depth != 8) return Exclusion{"depth", "it has no steps along k"};
    return {};
  }
  if (blocks.rows * blocks.vectors * blocks.depth > max_unrolled)
    return Exclusion{"unrolled", "its loops are too long to be unrolled"};
  return {};
}

std::optional<Exclusion> local_rule(const Blocks& blocks, const DeviceInfo& device, std::uint64_t element) {
  if (blocks.group_x * blocks.group_y < 16) return Exclusion{"tile-group", "its groups are larger"};
  if (blocks.rows % blocks.v != 0) return Exclusion{"tile-rows", "its rows are whole vectors"};
  const std::int64_t group = blocks.group_x * blocks.group_y;
  const std::int64_t a = blocks.depth * blocks.panel_rows(), b = blocks.depth * blocks.panel_columns();
  if (a / blocks.v % group != 0 || b / blocks.v % group != 0)
    return Exclusion{"tile-shares", "work-items fill the tiles with equal shares"};
  const std::uint64_t bytes = 2 * static_cast<std::uint64_t>(a + b) * element;
  if (bytes > device.local_memory)
    return Exclusion{"local-memory",
                     fmt::format("its tiles have {} bytes of local memory, there are {}", bytes, device.local_memory)};
  return {};
}

std::optional<Exclusion> panel_rule(const Sizes& sizes, const Blocks& blocks, const DeviceInfo& device,
                                    std::uint64_t element) {
  const Panels panels(sizes, blocks);
  const std::uint64_t bytes = static_cast<std::uint64_t>(std::max(panels.a, panels.b)) * element;
  if (bytes <= device.max_allocation) return {};
  return Exclusion{"panel-size",
                   fmt::format("its panels have {} bytes, a buffer at most {}", bytes, device.max_allocation)};
}

std::optional<Exclusion> range_rule(const Sizes& sizes, const Blocks& blocks, const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu || blocks.is_packed()) return {};
  if (divide_up(sizes.rows, blocks.rows * blocks.group_y) <= max_groups) return {};
  return Exclusion{"range", fmt::format("a range's second side has at most {} groups", max_groups)};
}

}  // namespace

Blocks::Blocks(const DimensionSchedule& schedule)
    : variant(static_cast<Variant>(std::ranges::find(variants, schedule.word("variant")) - variants.begin())),
      rows(schedule.number("rows")),
      vectors(schedule.number("vectors")),
      v(schedule.number("v")),
      depth(schedule.number("depth")) {
  const std::string& group = schedule.word("group");  // g16x8
  const std::size_t cross = group.find('x');
  group_x = std::stoi(group.substr(1, cross - 1));
  group_y = std::stoi(group.substr(cross + 1));
}

Panels::Panels(const Sizes& sizes, const Blocks& blocks) {
  const std::int64_t step = blocks.variant == Variant::packed_local ? blocks.depth : 1;
  depth = round_up(sizes.depth, step);
  a = round_up(sizes.rows, blocks.panel_rows()) * depth;
  b = round_up(sizes.columns, blocks.panel_columns()) * depth;
}

op::Dimensions matmul_space(const op::Instance&, const DeviceInfo&) {
  return {op::words("variant", {variants.begin(), variants.end()}),
          op::words("group", {"g1x1", "g64x1", "g256x1", "g8x8", "g16x8", "g16x16", "g32x8"}),
          op::numbers("rows", {1, 4, 6, 8, 12}),
          op::numbers("vectors", {1, 2, 4}),
          op::numbers("v", {1, 4, 8, 16}),
          op::numbers("depth", {8, 16, 256, 1024})};
}

// CPUs keep C in registers and find the panels in their caches. GPUs share the panels in local memory, and need at
// least one group for each unit.
DimensionSchedule matmul_initial(const op::Instance& problem, const DeviceInfo& device) {
  const bool doubles = problem.inputs.front().type == SampleType::f64;
  std::vector<DimensionSchedule> wanted;
  if (device.kind == DeviceKind::cpu) {
    wanted = {schedule("packed", "g1x1", 8, 1, doubles ? 8 : 16, 256), schedule("blocked", "g1x1", 8, 1, 8, 8)};
  } else {
    const Sizes sizes = sizes_of(problem.arguments, problem.inputs);
    if (!doubles && divide_up(sizes.rows, 128) * divide_up(sizes.columns, 128) >= device.compute_units)
      wanted.push_back(schedule("packed_local", "g16x16", 8, 2, 4, 8));
    wanted.insert(wanted.end(),
                  {schedule("packed_local", "g16x16", 4, 1, 4, 16), schedule("packed_local", "g8x8", 4, 1, 4, 8),
                   schedule("blocked", "g8x8", 4, 1, 4, 8), schedule("blocked", "g1x1", 4, 1, 4, 8)});
  }
  const auto runs = [&](const DimensionSchedule& one) { return !matmul_rule(problem, device, one); };
  const auto found = std::ranges::find_if(wanted, runs);
  return found != wanted.end() ? *found : schedule("row", "g1x1", 1, 1, 1, 8);
}

std::optional<Exclusion> matmul_rule(const op::Instance& problem, const DeviceInfo& device,
                                     const DimensionSchedule& schedule) {
  const Blocks blocks(schedule);
  const Sizes sizes = sizes_of(problem.arguments, problem.inputs);
  const std::uint64_t element = size_of(problem.outputs.front().type);
  std::optional<Exclusion> found = group_rule(blocks, device);
  if (!found) found = blocks.is_textbook() ? textbook_rule(blocks, sizes, device) : block_rule(blocks, device);
  if (!found && blocks.variant == Variant::packed_local) found = local_rule(blocks, device, element);
  if (!found && blocks.is_packed()) found = panel_rule(sizes, blocks, device, element);
  return found ? found : range_rule(sizes, blocks, device);
}

}  // namespace lenslet::ops

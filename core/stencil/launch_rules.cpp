// The rules of launches and devices. Each rule is a function; the table at the end names it.
#include "stencil/rule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ocl/driver_limits.hpp"
#include "ocl/image_object.hpp"
#include "stencil/operands.hpp"
#include "stencil/rounds.hpp"
#include "stencil/selection.hpp"
#include "stencil/strip.hpp"
#include "stencil/taps.hpp"
#include "stencil/tile.hpp"
#include "stencil/tiling.hpp"

namespace lenslet::stencil {
namespace {

// The most pixels of windows in unrolled code, which holds a window op's function once for each row of an item.
// Compilers take too long over more.
constexpr int max_unrolled_pixels = 512;

// With whole vectors, each lane of a window's pixels is a variable of its own in the code.
constexpr int max_shifted_lanes = 4500;
constexpr int max_shifted_lanes_of_functions = 300;

// The bytes of a tap's place in a list, and the fewest bytes of a value there, see taps.cl.
constexpr std::uint64_t bytes_of_place = 8;
constexpr std::uint64_t min_listed = 4;

Reason group_size(const Schedule& s, const Problem&, const DeviceInfo& device) {
  if (s.passes == Passes::separated_strip) return {};  // the launch's groups are single work-items
  const auto items = static_cast<std::uint64_t>(s.group_width) * static_cast<std::uint64_t>(s.group_height);
  if (items > device.max_group)
    return fmt::format("a group of {} work-items is over the device's limit of {}", items, device.max_group);
  return {};
}

Reason group_sides(const Schedule& s, const Problem&, const DeviceInfo& device) {
  if (s.passes == Passes::separated_strip) return {};
  const std::uint64_t sides[] = {static_cast<std::uint64_t>(s.group_width), static_cast<std::uint64_t>(s.group_height)};
  for (std::size_t i = 0; i < 2 && i < device.max_group_sides.size(); ++i)
    if (sides[i] > device.max_group_sides[i])
      return fmt::format("a group side of {} is over the device's limit of {}", sides[i], device.max_group_sides[i]);
  return {};
}

// A CPU that stores part of a cache line past its caches must read the rest of the line, or write the line twice.
Reason whole_lines(const Schedule& s, const Problem& p, const DeviceInfo& device) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(s.vector) * size_of(stored_type(p));
  if (s.stores != Stores::stream || device.kind != DeviceKind::cpu || bytes >= device.cache_line) return {};
  return fmt::format("'stream' stores {} bytes at a time, less than the device's cache line of {}", bytes,
                     device.cache_line);
}

Reason constant_memory(const Schedule& s, const Problem& p, const DeviceInfo& device) {
  const TapArguments arguments = tap_arguments(p, s);
  if (arguments != TapArguments::masks && arguments != TapArguments::list) return {};  // networks are short
  const auto taps = static_cast<std::uint64_t>(taps_per_mask(p, s.passes));
  const std::uint64_t value = size_of(accumulator_of(p, s)), masks = static_cast<std::uint64_t>(p.masks());
  const bool listed = arguments == TapArguments::list;
  const std::uint64_t bytes = taps * (listed ? bytes_of_place + masks * std::max(value, min_listed) : masks * value);
  if (bytes > device.max_constant)
    return fmt::format("{} bytes of taps are over the device's {} of constant memory", bytes, device.max_constant);
  return {};
}

Reason unrolling(const Schedule& s, const Problem& p, const DeviceInfo& device) {
  const bool tiles = s.selection == Selection::tiles;
  if (s.passes == Passes::running || s.passes == Passes::chords || (s.selection != Selection::network && !tiles))
    return {};
  const std::int64_t pixels = tiles ? ordered_at_once(s, p) : std::int64_t{p.taps()} * s.items_y;
  const auto lanes = static_cast<std::uint64_t>(pixels * s.vector);
  if (!p.linear() && ocl::max_unrolled_lanes(device) != 0 && lanes > ocl::max_unrolled_lanes(device))
    return fmt::format("{} unrolled lanes of window pixels are over the device's limit of {}", lanes,
                       ocl::max_unrolled_lanes(device));
  if (!p.linear() && pixels > max_unrolled_pixels)
    return fmt::format("{} unrolled window pixels are over the limit of {}", pixels, max_unrolled_pixels);
  return {};
}

Reason shifted_lanes(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.staging != Staging::aligned || s.passes == Passes::running) return {};
  const bool packed = s.lanes == Lanes::packed;             // two in a word
  const int rows = s.passes == Passes::separated_local ? 1  // a loop computes the others
                   : sweeps(s)                         ? p.height()
                                                       : s.items_y + p.height() - 1;
  const int lanes = rows * p.width() * s.vector / (packed ? 2 : 1);
  const int most = p.linear() || packed ? max_shifted_lanes : max_shifted_lanes_of_functions;
  if (lanes > most) return fmt::format("{} lanes shifted in registers are over the limit of {}", lanes, most);
  return {};
}

// Tiles of images of several channels have barriers in a loop over these.
Reason barriers_in_loops(const Schedule& s, const Problem& p, const DeviceInfo& device) {
  if (s.selection != Selection::tiles || p.input.channels == 1 || s.group_width * s.group_height == 1) return {};
  if (!ocl::crashes_in_branches_behind_barriers(device)) return {};
  return "this driver's compiler crashes in 'tiles' of several channels with groups of more than one work-item: write "
         "g1x1";
}

Reason loop_rounds(const Schedule& s, const Problem& p, const DeviceInfo& device) {
  const std::uint64_t most = ocl::max_loop_rounds(device);
  if (most == 0) return {};
  if (moves_windows(s.selection))
    return fmt::format(
        "windows are moved in loops whose rounds depend on the samples, and the device ends them after {}", most);
  const auto rounds = static_cast<std::uint64_t>(rounds_of(s, p));
  if (rounds > most)
    return fmt::format("{} rounds of loops in a work-item are over the device's limit of {}", rounds, most);
  return {};
}

Reason image_objects(const Schedule& s, const Problem& p, const DeviceInfo& device) {
  if (s.storage == Storage::buffer) return {};
  if (std::ranges::count(ocl::texel_types(device, s.storage), p.input.type)) return {};
  return fmt::format("the device has no image objects of {} samples for '{}'", name_of(p.input.type),
                     name_of(s.storage));
}

Reason layered_storage(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (p.layered && s.storage == Storage::image)
    return "an 'image' has one layer: write 'image_array', or filter one image after the other";
  return {};
}

Reason padded_storage(const Schedule& s, const Problem&, const DeviceInfo&) {
  if (s.edges == Edges::pad && s.storage != Storage::buffer)
    return fmt::format("the padded copy is a buffer, not '{}'", name_of(s.storage));
  return {};
}

Reason aligned_blocks(const Schedule& s, const Problem&, const DeviceInfo&) {
  if (s.staging != Staging::aligned) return {};
  if (s.storage != Storage::buffer) return fmt::format("'aligned' reads a buffer's rows, not '{}'", name_of(s.storage));
  if (s.edges != Edges::branch)
    return "'aligned' needs blocks at whole vectors and items that test them: write 'branch'";
  if (s.vector == 1) return "vectors of 1 are aligned anyway: write 'window'";
  return {};
}

Reason tile_group(const Schedule& s, const Problem&, const DeviceInfo&) {
  if ((has_tile(s) || has_edge_groups(s)) && s.runtime_group())
    return "a tile in local memory has the size of its group, which must be named: write gWxH";
  return {};
}

Reason local_memory(const Schedule& s, const Problem& p, const DeviceInfo& device) {
  if (const std::uint64_t bytes = selection_bytes(s, p); bytes > device.local_memory)
    return fmt::format("to select a rank takes {} bytes, over the device's {} of local memory", bytes,
                       device.local_memory);
  if (has_edge_groups(s))
    if (const EdgeTile tile = edge_tile_of(s, p); tile.bytes > device.local_memory)
      return fmt::format("words of blocks at edges take {} bytes, over the device's {} of local memory", tile.bytes,
                         device.local_memory);
  if (!has_tile(s)) return {};
  const Tile tile = tile_of(s, p);
  const std::uint64_t bytes = tile.bytes + tile.sums_bytes + tile.producer_bytes;
  if (bytes > device.local_memory)
    return fmt::format("a tile of {} x {} samples takes {} bytes, over the device's {} of local memory",
                       std::max(tile.width, tile.sums_width), tile.rows, bytes, device.local_memory);
  return {};
}

Reason sampler_storage(const Schedule& s, const Problem&, const DeviceInfo&) {
  if (s.edges == Edges::sampler && s.storage != Storage::image && s.storage != Storage::image_array)
    return fmt::format("samplers read from 'image' and 'image_array', not from '{}'", name_of(s.storage));
  return {};
}

Reason sampler_channels(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.edges == Edges::sampler && p.input.channels > 1)
    return fmt::format("a sampler's border is for images of one channel: it would mix the {} of this one",
                       p.input.channels);
  return {};
}

bool needs_standard_vectors(const Problem& p) {
  return (p.epilogue && p.epilogue->needs_standard_vectors) ||
         (p.prologue && p.prologue->points.needs_standard_vectors);
}

Reason vector_width(const Schedule& s, const Problem& p, const DeviceInfo& device) {
  if (s.vector > device.max_vector)
    return fmt::format("vectors of {} are over the device's limit of {}", s.vector, device.max_vector);
  if (s.vector > max_standard_vector && needs_standard_vectors(p))
    return fmt::format(
        "vectors of {}; functions of floats or of your own may call what OpenCL C has for {} lanes at most", s.vector,
        max_standard_vector);
  return {};
}

// Vectors of more than 16 lanes need functions that wide.cl has only for sums of small integers and comparisons.
Reason wide_samples(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.vector <= max_standard_vector) return {};
  if (s.passes == Passes::separated_local) return fmt::format("vectors of {} are not for 'separated_local'", s.vector);
  const bool small = p.linear() ? size_of(accumulator_of(p, s)) == size_of(Accumulator::i16)
                                : p.stencil.arithmetic == Arithmetic::native && is_integer(p.input.type);
  if (small && is_integer(p.output)) return {};
  return fmt::format("vectors of {} are for integers whose sums fit 16 bits", s.vector);
}

constexpr Rule launch_rules_table[] = {
    {"strips", why_no_strip},
    {"whole-lines", whole_lines},
    {"aligned-blocks", aligned_blocks},
    {"tile-group", tile_group},
    {"group-size", group_size},
    {"group-sides", group_sides},
    {"constant-memory", constant_memory},
    {"unrolling", unrolling},
    {"shifted-lanes", shifted_lanes},
    {"barriers", barriers_in_loops},
    {"loop-rounds", loop_rounds},
    {"image-objects", image_objects},
    {"local-memory", local_memory},
    {"sampler-storage", sampler_storage},
    {"sampler-channels", sampler_channels},
    {"padded-storage", padded_storage},
    {"vector-width", vector_width},
    {"wide-samples", wide_samples},
    {"layered-storage", layered_storage},
};

}  // namespace

std::span<const Rule> launch_rules() {
  return launch_rules_table;
}

}  // namespace lenslet::stencil

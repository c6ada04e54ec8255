// Makes the stages: counts of the tiles, their tables, and the samples that are looked up.
#include <algorithm>

#include "op/random_value.hpp"
#include "ops/clahe/clahe.hpp"
#include "ops/region_corner.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;
using op::GraphValue;

// CPUs get long work-items, those of a GPU load side by side.
std::int64_t pixels_of_item(const DeviceInfo& device) {
  return device.kind == DeviceKind::cpu ? 1024 : 1;
}

op::Source source_of(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device) {
  const ImageType& image = problem.inputs.image(0);
  op::Source source({"image.cl", "clahe.cl"});
  source.define("TYPE", op::code_of(image.format.type)).define("CHANNELS", image.format.channels);
  source.define("LEVELS", clahe_tiles(problem.arguments, image).levels).define("SEEN", clahe_channels(problem));
  source.define("COPIES", clahe_copies(problem, schedule)).define("PARTS", schedule.number("parts"));
  source.define("GROUP", schedule.number("group")).define("PIXELS", pixels_of_item(device));
  return source.define("JOINED", schedule.number("joined"));
}

// The levels in all tables of a channel, or in the words of all places between the centres of tiles.
std::uint64_t levels_of_channel(const ClaheTiles& tiles, bool are_joined) {
  const auto width = static_cast<std::uint64_t>(tiles.tiles.width),
             height = static_cast<std::uint64_t>(tiles.tiles.height);
  return static_cast<std::uint64_t>(tiles.levels) * (are_joined ? 4 * (width + 1) * (height + 1) : width * height);
}

void add_look_up(Graph& graph, const ClaheTiles& tiles, const op::GraphKernel& kernel, std::int64_t pixels,
                 GraphValue tables) {
  const auto items = [=, group = kernel.group.x](const Graph& bound) {
    const Size size = bound.region().size();
    return ocl::Range{round_up(static_cast<std::size_t>(divide_up(size.width, pixels)), group),
                      static_cast<std::size_t>(size.height)};
  };
  graph.launch(kernel, items, Graph::of_region(Graph::input(0)), Graph::output(0), tables,
               static_cast<std::int32_t>(tiles.tiles.width), static_cast<std::int32_t>(tiles.tiles.height),
               1.0F / static_cast<float>(tiles.size.width), 1.0F / static_cast<float>(tiles.size.height),
               of_region(&Rect::x), of_region(&Rect::y));
}

}  // namespace

Graph clahe_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const ClaheTiles tiles = clahe_tiles(problem.arguments, problem.inputs.image(0));
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const auto count = static_cast<std::uint64_t>(tiles.tiles.width * tiles.tiles.height);
  const auto channels = static_cast<std::uint64_t>(clahe_channels(problem));
  const ocl::Program program = maker.program(source_of(problem, schedule, maker.device()));
  const auto kernel = [&](const char* name) { return graph.kernel(program, name, {group}); };
  const bool are_bytes = tiles.levels == 256;
  const GraphValue tables = graph.scratch(channels * levels_of_channel(tiles, schedule.number("joined") == 1),
                                          are_bytes ? sizeof(std::uint8_t) : sizeof(std::uint16_t));
  const auto across = static_cast<std::int32_t>(tiles.tiles.width),
             down = static_cast<std::int32_t>(tiles.tiles.height);
  const auto width = static_cast<std::int32_t>(tiles.size.width), height = static_cast<std::int32_t>(tiles.size.height);
  if (clahe_alone(schedule)) {
    graph.launch(kernel("tables_of_tile"), ocl::Range{count, 1}, Graph::input(0), tables, across, down, width, height,
                 tiles.limit, tiles.scale);
  } else {
    const std::uint64_t size = channels * levels_of_channel(tiles, false);
    const GraphValue counts = graph.scratch(size, sizeof(std::uint32_t));
    graph.launch_groups(kernel("clear"), std::min<std::uint64_t>(divide_up(size, group), 4096), counts,
                        static_cast<std::int32_t>(size));
    graph.launch(kernel("count_tiles"), ocl::Range{count * group, static_cast<std::size_t>(schedule.number("parts"))},
                 Graph::input(0), counts, across, static_cast<std::int32_t>(count), width, height);
    graph.launch_groups(kernel("make_tables"), channels * count, counts, tables, across, down,
                        static_cast<std::uint32_t>(tiles.size.width * tiles.size.height), tiles.limit, tiles.scale);
  }
  add_look_up(graph, tiles, kernel("look_up"), pixels_of_item(maker.device()), tables);
  return graph;
}

}  // namespace lenslet::ops

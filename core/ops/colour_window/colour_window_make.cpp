// Makes the launches of windows that see all channels.
#include <lenslet/sample.hpp>

#include "ocl/values.hpp"
#include "op/random_value.hpp"
#include "ops/colour_window/colour_window.hpp"
#include "ops/region_corner.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;
using op::GraphValue;

op::Source source_of(const op::Instance& problem, const ColourWindow& window, const DimensionSchedule& schedule,
                     const DeviceInfo& device) {
  const PixelFormat format = problem.inputs.image(0).format;
  op::Source source({"image.cl", "colour_window.cl", window.file, "border.cl", "colour_window_kernels.cl"});
  source.define("TYPE", op::code_of(format.type)).define("CHANNELS", format.channels);
  source.define("SEEN", channels_seen(problem)).define("PREMULTIPLIED", weighs_colours(problem) ? 1 : 0);
  source.define("RADIUS_X", window.radius).define("RADIUS_Y", window.radius);
  source.define("BORDER", static_cast<std::int64_t>(problem.border));
  source.define("TILED", schedule.word("way") == "tiles" ? 1 : 0).define("GROUP", schedule.number("group"));
  source.define("COLUMNS", schedule.number("columns")).define("ROWS", schedule.number("rows"));
  source.define("ITEMS", schedule.number("items")).define("VEC", schedule.number("v"));
  source.define("FAST_FMA", device.fast_fma ? 1 : 0).define("LOOSE", device.kind == DeviceKind::cpu ? 1 : 0);
  for (const auto& [name, value] : window.macros) source.define(name, value);
  return source;
}

// The pixel outside a constant border, as the image would hold it, then the op's numbers.
std::vector<float> numbers_of(const op::Instance& problem, const ColourWindow& window) {
  std::vector<float> numbers;
  for (const double value : problem.border_value)
    numbers.push_back(static_cast<float>(store_value(value, problem.inputs.image(0).format.type)));
  numbers.insert(numbers.end(), window.numbers.begin(), window.numbers.end());
  return numbers;
}

// The planes of a region and of what its windows reach. Work-items beyond the region read them, too.
struct PlanesShape {
  std::int64_t columns, rows;  // regions are rounded up to so many
  int radius, channels;

  std::int64_t width(Size region) const { return region.width + 2 * radius; }
  std::int64_t height(Size region) const { return region.height + 2 * radius; }
  std::int64_t pitch(Size region) const {
    return round_up(round_up(region.width, columns) + 2 * radius, pitch_of_planes);
  }
  std::int64_t plane(Size region) const { return pitch(region) * (round_up(region.height, rows) + 2 * radius); }
  std::uint64_t bytes(Size region) const {
    return static_cast<std::uint64_t>(plane(region) * channels) * sizeof(float);
  }
};

template <class T>
op::ScalarOfLaunch of_planes(const PlanesShape& shape, std::int64_t (PlanesShape::*what)(Size) const) {
  return [=](const Graph& bound) { return static_cast<T>((shape.*what)(bound.region().size())); };
}

// One group for so many columns and rows of the region and `margin` pixels on each side of it.
op::Items groups_of(std::int64_t columns, std::int64_t rows, std::int64_t group, int margin = 0) {
  return [=](const Graph& bound) {
    const Size size = bound.region().size();
    return ocl::Range{static_cast<std::size_t>(divide_up(size.width + 2 * margin, columns) * group),
                      static_cast<std::size_t>(divide_up(size.height + 2 * margin, rows))};
  };
}

// What all ways share.
struct Making {
  const DimensionSchedule& schedule;
  ocl::Program program;
  std::int64_t group;
  GraphValue numbers, table;

  op::GraphKernel kernel(Graph& graph, const char* name) const {
    return graph.kernel(program, name, {static_cast<std::size_t>(group)});
  }
};

void add_tiles(Graph& graph, const Making& making) {
  graph.launch(making.kernel(graph, "colour_window"),
               groups_of(making.schedule.number("columns"), making.schedule.number("rows"), making.group),
               Graph::input(0), Graph::output(0), of_region(&Rect::x), of_region(&Rect::y), making.numbers,
               making.table);
}

void add_planes(Graph& graph, const Making& making, const PlanesShape& shape) {
  const GraphValue image = Graph::input(0);
  const op::ScalarOfLaunch left = of_region(&Rect::x), top = of_region(&Rect::y);
  const op::ScalarOfLaunch pitch = of_planes<std::int32_t>(shape, &PlanesShape::pitch);
  const op::ScalarOfLaunch plane = of_planes<std::int64_t>(shape, &PlanesShape::plane);
  const GraphValue planes =
      graph.scratch([shape](const op::LaunchShape& launch) { return shape.bytes(launch.region.size()); });
  graph.launch(making.kernel(graph, "colour_planes"), groups_of(shape.columns, 1, making.group, shape.radius), image,
               left, top, making.numbers, of_planes<std::int32_t>(shape, &PlanesShape::width), pitch, plane, planes);
  graph.launch(making.kernel(graph, "colour_window"), groups_of(shape.columns, shape.rows, making.group), image,
               Graph::output(0), left, top, making.numbers, making.table, pitch, plane, planes);
}

}  // namespace

Graph colour_window_make(const op::Instance& problem, const ColourWindow& window, const DimensionSchedule& schedule,
                         const op::Maker& maker) {
  Graph graph(maker);
  const std::int64_t group = schedule.number("group");
  const Making making{schedule, maker.program(source_of(problem, window, schedule, maker.device())), group,
                      graph.keep(ocl::upload(maker.queue(), numbers_of(problem, window))),
                      graph.keep(ocl::upload(maker.queue(), window.table))};
  if (schedule.word("way") == "tiles")
    add_tiles(graph, making);
  else
    add_planes(graph, making,
               {schedule.number("v") * group, schedule.number("items"), window.radius, channels_seen(problem)});
  return graph;
}

}  // namespace lenslet::ops

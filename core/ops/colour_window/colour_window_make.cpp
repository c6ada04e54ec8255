// Makes the launches of windows that see all channels.
#include <lenslet/sample.hpp>

#include "ocl/values.hpp"
#include "op/random_value.hpp"
#include "ops/colour_window/colour_window.hpp"
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
  source.define("ACROSS", 1).define("ITEMS", schedule.number("items")).define("VEC", schedule.number("v"));
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

op::ScalarOfLaunch of_region(std::int64_t Rect::*side) {
  return [side](const Graph& bound) { return static_cast<std::int32_t>(bound.region().*side); };
}

// The planes of a region and of what its windows reach. Work-items beyond the region read them, too.
struct PlanesShape {
  std::int64_t columns, rows;  // whole work-groups have so many
  int radius;

  std::int64_t width(Size region) const { return region.width + 2 * radius; }
  std::int64_t height(Size region) const { return region.height + 2 * radius; }
  std::int64_t pitch(Size region) const {
    return round_up(round_up(region.width, columns) + 2 * radius, pitch_of_planes);
  }
  std::int64_t plane(Size region) const { return pitch(region) * (round_up(region.height, rows) + 2 * radius); }
};

template <class T>
op::ScalarOfLaunch of_planes(const PlanesShape& shape, std::int64_t (PlanesShape::*what)(Size) const) {
  return [=](const Graph& bound) { return static_cast<T>((shape.*what)(bound.region().size())); };
}

ocl::Range items_of(std::int64_t columns, std::int64_t rows, std::size_t group) {
  return {static_cast<std::size_t>(round_up(columns, group)), static_cast<std::size_t>(rows)};
}

}  // namespace

Graph colour_window_make(const op::Instance& problem, const ColourWindow& window, const DimensionSchedule& schedule,
                         const op::Maker& maker) {
  Graph graph(maker);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const ocl::Program program = maker.program(source_of(problem, window, schedule, maker.device()));
  const op::GraphKernel kernel = graph.kernel(program, "colour_window", {group});
  const GraphValue image = Graph::input(0), out = Graph::output(0);
  const op::ScalarOfLaunch left = of_region(&Rect::x), top = of_region(&Rect::y);
  const GraphValue numbers = graph.keep(ocl::upload(maker.queue(), numbers_of(problem, window)));
  const GraphValue table = graph.keep(ocl::upload(maker.queue(), window.table));
  const std::int64_t items = schedule.number("items"), v = schedule.number("v");
  if (schedule.word("way") == "tiles") {
    const std::int64_t columns = schedule.number("columns"), rows = schedule.number("rows");
    const auto groups = [=](const Graph& bound) {
      const Size size = bound.region().size();
      return items_of(divide_up(size.width, columns) * static_cast<std::int64_t>(group), divide_up(size.height, rows),
                      group);
    };
    graph.launch(kernel, groups, image, out, left, top, numbers, table);
    return graph;
  }
  const PlanesShape shape{v * static_cast<std::int64_t>(group), items, window.radius};
  const auto bytes = [=, channels = channels_seen(problem)](const op::LaunchShape& launch) {
    return static_cast<std::uint64_t>(shape.plane(launch.region.size()) * channels) * sizeof(float);
  };
  const GraphValue planes = graph.scratch(op::ScratchBytes(bytes));
  const auto loading = [=](const Graph& bound) {
    const Size size = bound.region().size();
    return items_of(divide_up(shape.width(size), v), shape.height(size), group);
  };
  const auto computing = [=](const Graph& bound) {
    const Size size = bound.region().size();
    return items_of(divide_up(size.width, v), divide_up(size.height, items), group);
  };
  const op::ScalarOfLaunch pitch = of_planes<std::int32_t>(shape, &PlanesShape::pitch);
  const op::ScalarOfLaunch plane = of_planes<std::int64_t>(shape, &PlanesShape::plane);
  graph.launch(graph.kernel(program, "colour_planes", {group}), loading, image, left, top, numbers,
               of_planes<std::int32_t>(shape, &PlanesShape::width), pitch, plane, planes);
  graph.launch(kernel, computing, image, out, left, top, numbers, table, pitch, plane, planes);
  return graph;
}

}  // namespace lenslet::ops

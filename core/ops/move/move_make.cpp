// Makes the launch of an op that moves pixels.
#include "op/random_value.hpp"
#include "ops/move/move.hpp"
#include "ops/moved_type.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Returns the place of the computed region's first pixel in the part of the source that is held.
SourcePixel first_place(const Move& move, const op::Graph& bound) {
  const Rect region = bound.region(), held = bound.held_of(Graph::input(0));
  const SourcePixel whole = place_of(move, region.x, region.y);
  return {whole.x - held.x, whole.y - held.y};
}

op::ScalarOfLaunch first_along(const Move& move, std::int64_t SourcePixel::*side) {
  return [=](const op::Graph& bound) { return static_cast<std::int32_t>(first_place(move, bound).*side); };
}

op::Source source_of(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device,
                     const char* file) {
  const PixelFormat format = problem.inputs.image(0).format;
  op::Source source({"image.cl", file});
  source.define("TYPE", op::code_of(moved_type(format.type))).define("CHANNELS", format.channels);
  source.define("GROUP", schedule.number("group")).define("VEC", schedule.number("v"));
  source.define("LOOSE", device.kind == DeviceKind::cpu ? 1 : 0);
  return source;
}

// Each group computes so many columns and rows of the result.
op::Items groups_of(std::int64_t columns, std::int64_t rows, std::size_t group) {
  return [=](const op::Graph& bound) {
    const Size size = bound.region().size();
    return ocl::Range{static_cast<std::size_t>(divide_up(size.width, columns)) * group,
                      static_cast<std::size_t>(divide_up(size.height, rows))};
  };
}

}  // namespace

Graph move_make(const op::Instance& problem, const Move& move, const DimensionSchedule& schedule,
                const op::Maker& maker) {
  Graph graph(maker);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const auto launch = [&](const op::Source& source, std::int64_t columns, std::int64_t rows) {
    graph.launch(graph.kernel(maker.program(source), "move", {group}), groups_of(columns, rows, group),
                 Graph::held(Graph::input(0)), Graph::output(0), first_along(move, &SourcePixel::x),
                 first_along(move, &SourcePixel::y), std::int32_t{move.right_to_left ? -1 : 1},
                 std::int32_t{move.bottom_up ? -1 : 1});
  };
  if (move.turned) {
    op::Source source = source_of(problem, schedule, maker.device(), "move_turned.cl");
    source.define("BLOCKS", schedule.word("way") == "blocks" ? 1 : 0).define("TILE", schedule.number("tile"));
    launch(source, schedule.number("tile"), schedule.number("tile"));
  } else {
    op::Source source = source_of(problem, schedule, maker.device(), "move_rows.cl");
    source.define("BACKWARDS", move.right_to_left ? 1 : 0).define("ITEMS", schedule.number("items"));
    source.define("STREAM", schedule.word("stores") == "stream" ? 1 : 0);
    launch(source, std::int64_t{schedule.number("items")} * schedule.number("v") * schedule.number("group"), 1);
  }
  return graph;
}

}  // namespace lenslet::ops

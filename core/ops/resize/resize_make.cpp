// Makes the launch of resizing.
#include <algorithm>
#include <utility>

#include "ocl/values.hpp"
#include "op/random_value.hpp"
#include "ops/region_corner.hpp"
#include "ops/resize/resize.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Converts places along a row to samples.
std::vector<std::int32_t> in_samples(std::vector<std::int32_t> places, int channels) {
  for (std::int32_t& place : places) place *= channels;
  return places;
}

ocl::Program program_of(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker,
                        const Resizing& resizing, const Taps& x, const Taps& y) {
  const PixelFormat format = problem.inputs.image(0).format;
  op::Source source({"image.cl", "weighted.cl", "resize.cl"});
  source.define("TYPE", op::code_of(format.type)).define("CHANNELS", format.channels);
  source.define("TAPS_X", x.count).define("TAPS_Y", y.count).define("PREMULTIPLIED", resizing.premultiplied ? 1 : 0);
  source.define("FAST_FMA", maker.device().fast_fma ? 1 : 0);
  source.define("ITEMS", schedule.number("items")).define("GROUP", schedule.number("group"));
  if (schedule.word("way") == "pixels") return maker.program(source.define("WAY", "PIXELS"));
  source.define("WAY", "LINES").define("COLUMNS", schedule.number("columns")).define("VEC", schedule.number("v"));
  source.define("ROWS", schedule.number("rows"));
  source.define("LINE", samples_of_line(problem, schedule));
  return maker.program(source.define("STREAM", schedule.word("stores") == "stream" ? 1 : 0));
}

// Needs no tables.
Graph halves_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  op::Source source({"image.cl", "halves.cl"});
  source.define("TYPE", op::code_of(problem.inputs.image(0).format.type)).define("CHANNELS", 1);
  source.define("FAST_FMA", maker.device().fast_fma ? 1 : 0).define("ITEMS", schedule.number("items"));
  source.define("STREAM", schedule.word("stores") == "stream" ? 1 : 0);
  const auto items = [each = std::int64_t{schedule.number("items")}](const op::Graph& bound) {
    return ocl::Range{1, static_cast<std::size_t>(divide_up(bound.region().size().height, each))};
  };
  graph.launch(graph.kernel(maker.program(source), "resize", {1}), items, Graph::held(Graph::input(0)),
               Graph::output(0), of_region(&Rect::x), of_region(&Rect::y), of_held(&Rect::x), of_held(&Rect::y));
  return graph;
}

// Returns the first place, and the number of places, that a stretch of the result reads. Both grow along a side, so the
// two ends of the stretch suffice. Callers that cut a large image into parts ask often.
std::pair<std::int64_t, std::int64_t> reads_along(const Resizing& resizing, const Side& side, std::int64_t first,
                                                  std::int64_t count) {
  const std::int64_t least = std::ranges::min(taps_at(resizing, side, first).places);
  return {least, std::ranges::max(taps_at(resizing, side, first + count - 1).places) - least + 1};
}

}  // namespace

Graph resize_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  if (schedule.word("way") == "halves") return halves_make(problem, schedule, maker);
  Graph graph(maker);
  const Resizing resizing = resizing_of(problem);
  const Taps x = taps_of(resizing, resizing.x), y = taps_of(resizing, resizing.y);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const std::int64_t rows = std::int64_t{schedule.number("items")} * schedule.number("rows");
  const std::int64_t columns = schedule.number(schedule.word("way") == "pixels" ? "group" : "columns");
  const auto items = [=](const op::Graph& bound) {
    const Size size = bound.region().size();
    return ocl::Range{static_cast<std::size_t>(divide_up(size.width, columns)) * group,
                      static_cast<std::size_t>(divide_up(size.height, rows))};
  };
  const auto kept = [&](const auto& values) { return graph.keep(ocl::upload(maker.queue(), values)); };
  const int channels = problem.inputs.image(0).format.channels;
  graph.launch(graph.kernel(program_of(problem, schedule, maker, resizing, x, y), "resize", {group}), items,
               Graph::held(Graph::input(0)), Graph::output(0), kept(in_samples(x.places, channels)), kept(x.weights),
               kept(y.places), kept(y.weights), of_region(&Rect::x), of_region(&Rect::y), of_held(&Rect::x),
               of_held(&Rect::y));
  return graph;
}

Rect resize_reads(const op::Instance& problem, const Rect& region, std::size_t) {
  const Resizing resizing = resizing_of(problem);
  const auto [x, width] = reads_along(resizing, resizing.x, region.x, region.width);
  const auto [y, height] = reads_along(resizing, resizing.y, region.y, region.height);
  return {x, y, width, height};
}

}  // namespace lenslet::ops

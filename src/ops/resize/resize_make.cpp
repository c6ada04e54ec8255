// The schedules of resizing, and its launch.
#include <algorithm>
#include <utility>

#include "ocl/values.hpp"
#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/resize/resize.hpp"

namespace lenslet::ops {
namespace {

ocl::Program program_of(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker,
                        const Resizing& resizing, const Taps& x, const Taps& y) {
  const PixelFormat format = problem.inputs.image(0).format;
  op::Source source({"image.cl", "resize.cl"});
  source.define("TYPE", op::code_of(op::element_type(format.type))).define("CHANNELS", format.channels);
  source.define("TAPS_X", x.count).define("TAPS_Y", y.count).define("PREMULTIPLIED", resizing.premultiplied ? 1 : 0);
  return maker.program(source.define("ITEMS", schedule.number("items")));
}

op::ScalarOfLaunch first_place(std::int64_t Rect::*side) {
  return [side](const op::Bound& bound) { return static_cast<std::int32_t>(bound.region().*side); };
}

// The places that some of the result's places have taps at: the first, and how many.
std::pair<std::int64_t, std::int64_t> reads_along(const Taps& taps, std::int64_t first, std::int64_t count) {
  const auto begin = taps.places.begin() + first * taps.count;
  const auto [least, most] = std::minmax_element(begin, begin + count * taps.count);
  return {*least, *most - *least + 1};
}

}  // namespace

op::Dimensions resize_space(const op::Instance&, const DeviceInfo&) {
  return {op::numbers("group", {1, 16, 32, 64, 128, 256, 512}), op::numbers("items", {1, 2, 4, 8, 16})};
}

ArraySchedule resize_initial(const op::Instance&, const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu) return ArraySchedule({{"group", "64"}, {"items", "4"}});
  return ArraySchedule({{"group", "64"}, {"items", "1"}});
}

op::Graph resize_make(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  using op::Graph;
  Graph graph(maker);
  const Resizing resizing = resizing_of(problem);
  const Taps x = taps_of(resizing, resizing.x), y = taps_of(resizing, resizing.y);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const std::int64_t rows = schedule.number("items");
  const auto items = [=](const op::Bound& bound) {
    const Size size = bound.region().size();
    return ocl::Range{round_up(static_cast<std::size_t>(size.width), group),
                      static_cast<std::size_t>(divide_up(size.height, rows))};
  };
  const auto kept = [&](const auto& values) { return graph.keep(ocl::upload(maker.queue(), values)); };
  const op::GraphKernel kernel = graph.kernel(program_of(problem, schedule, maker, resizing, x, y), "resize", {group});
  graph.launch(kernel, items, Graph::input(0), Graph::output(0), kept(x.places), kept(x.weights), kept(y.places),
               kept(y.weights), first_place(&Rect::x), first_place(&Rect::y));
  return graph;
}

Rect resize_reads(const op::Instance& problem, const Rect& region) {
  const Resizing resizing = resizing_of(problem);
  const auto [x, width] = reads_along(taps_of(resizing, resizing.x), region.x, region.width);
  const auto [y, height] = reads_along(taps_of(resizing, resizing.y), region.y, region.height);
  return {x, y, width, height};
}

}  // namespace lenslet::ops

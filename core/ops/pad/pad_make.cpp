// Makes the launch of padding.
#include <algorithm>
#include <string>

#include "ocl/values.hpp"
#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/moved_type.hpp"
#include "ops/outside.hpp"
#include "ops/pad/pad.hpp"
#include "ops/region_corner.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::uint64_t min_streamed = 1 << 22;  // bytes of a result that pass the caches

op::Source source_of(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device) {
  const PixelFormat format = problem.inputs.image(0).format;
  op::Source source({"image.cl", "any_reach.cl", "border.cl", "pad_image.cl"});
  source.define("TYPE", op::code_of(moved_type(format.type))).define("CHANNELS", format.channels);
  source.define("GROUP", schedule.number("group")).define("VEC", schedule.number("v"));
  source.define("ITEMS", schedule.number("items")).define("ROWS", schedule.number("rows"));
  source.define("BORDER", op::upper(name_of(problem.border)));
  source.define("STREAM", schedule.word("stores") == "stream" ? 1 : 0);
  source.define("LOOSE", device.kind == DeviceKind::cpu ? 1 : 0);
  return source;
}

// What is reflected lies near the edge. Regions one below the other read rows in this order, as strips need: so those
// near an edge read all rows that are reflected there.
Stretch reflected(Stretch asked, std::int64_t n, std::int64_t before, std::int64_t behind) {
  return {std::clamp<std::int64_t>(asked.first, 0, std::max<std::int64_t>(n - 1 - behind, 0)),
          std::clamp<std::int64_t>(asked.last, std::min(before, n - 1), n - 1)};
}

// What passes the caches comes from memory, where long stretches are read faster. But all cores have some.
const char* rows_of_item(std::int64_t height, bool streams) {
  constexpr std::int64_t many = 2560;
  return !streams ? "16" : height < many ? "64" : "256";
}

}  // namespace

op::Dimensions pad_space(const op::Instance&, const DeviceInfo& device) {
  const bool is_cpu = device.kind == DeviceKind::cpu;
  return {op::numbers("group", {1, 64, 128, 256}), op::numbers("items", {1, 4, 16, 64, 256, 1024}),
          is_cpu ? op::numbers("rows", {1, 4, 16, 64, 256}) : op::numbers("rows", {1}),
          op::numbers("v", {1, 2, 4, 8, 16}), op::words("stores", {"plain", "stream"})};
}

// A GPU's work-items store 16 bytes at once, of single bytes four times.
DimensionSchedule pad_initial(const op::Instance& problem, const DeviceInfo& device) {
  const std::size_t sample = size_of(problem.inputs.image(0).format.type);
  if (device.kind != DeviceKind::cpu)
    return DimensionSchedule({{"group", "128"},
                              {"items", sample == 1 ? "4" : "1"},
                              {"rows", "1"},
                              {"v", std::to_string(16 / sample)},
                              {"stores", "plain"}});
  const bool streams = bytes_of(problem.outputs.all().front()) >= min_streamed;
  return DimensionSchedule({{"group", "1"},
                            {"items", "1024"},
                            {"rows", rows_of_item(problem.outputs.image(0).size.height, streams)},
                            {"v", "16"},
                            {"stores", streams ? "stream" : "plain"}});
}

Graph pad_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const ImageType& image = problem.inputs.image(0);
  const Margins margins = margins_of(problem.arguments, image.size);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const std::int64_t rows = schedule.number("rows");
  const std::int64_t samples = std::int64_t{schedule.number("items")} * schedule.number("v") * schedule.number("group");
  const auto items = [=, channels = image.format.channels](const Graph& bound) {
    const Size size = bound.region().size();
    return ocl::Range{static_cast<std::size_t>(divide_up(size.width * channels, samples)) * group,
                      static_cast<std::size_t>(divide_up(size.height, rows))};
  };
  const auto from = [](RectSide side, std::int64_t margin) -> op::ScalarOfLaunch {
    return [=](const Graph& bound) { return static_cast<std::int32_t>(bound.region().*side - margin); };
  };
  const auto kernel = graph.kernel(maker.program(source_of(problem, schedule, maker.device())), "pad_image", {group});
  graph.launch(kernel, items, Graph::held(Graph::input(0)), Graph::output(0),
               graph.keep(ocl::upload(maker.queue(), outside_pixel(problem))), from(&Rect::x, margins.left),
               from(&Rect::y, margins.top), of_held(&Rect::x), of_held(&Rect::y),
               static_cast<std::int32_t>(image.size.width), static_cast<std::int32_t>(image.size.height));
  return graph;
}

Rect pad_reads(const op::Instance& problem, const Rect& region, std::size_t) {
  const Size image = problem.inputs.image(0).size;
  const Margins margins = margins_of(problem.arguments, image);
  const std::int64_t x = region.x - margins.left, y = region.y - margins.top;
  const Stretch columns{x, x + region.width - 1}, rows{y, y + region.height - 1};
  if (problem.border != Border::reflect && problem.border != Border::reflect101)
    return rect_inside(columns, rows, image, problem.border);
  const Stretch across = reflected(columns, image.width, margins.left, margins.right);
  const Stretch down = reflected(rows, image.height, margins.top, margins.bottom);
  return {across.first, down.first, across.last - across.first + 1, down.last - down.first + 1};
}

}  // namespace lenslet::ops

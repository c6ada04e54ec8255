// Makes the launch of a warp, and lists its schedules.
#include <fmt/format.h>

#include "ocl/values.hpp"
#include "op/dimensions.hpp"
#include "ops/region_corner.hpp"
#include "ops/warp/warp.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Whether offsets in the image have 31 bits, as good as always: rows of views may lie far apart, which kernels look
// for.
bool is_near(const ImageType& image) {
  constexpr std::int64_t most = std::int64_t{1} << 29;  // samples
  return image.size.width * image.size.height <= most / image.format.channels;
}

op::Source source_of(const op::Instance& problem, const std::optional<Places>& places,
                     const DimensionSchedule& schedule, const DeviceInfo& device) {
  const PixelFormat format = problem.inputs.image(0).format;
  const bool is_cpu = device.kind == DeviceKind::cpu;
  op::Source source({"image.cl", "weighted.cl", "any_reach.cl", "border.cl", "lanes.cl", "intrinsics.cl",
                     "warp_places.cl", "warp_border.cl", is_cpu ? "warp_runs.cl" : "warp_apart.cl"});
  source.define("TYPE", op::code_of(format.type)).define("CHANNELS", format.channels);
  source.define("TAPS", static_cast<std::int64_t>(sampling_of(problem.arguments)));
  source.define("PLACES", !places ? "TABLE" : places->projective ? "PROJECTIVE" : "AFFINE");
  source.define("PREMULTIPLIED", weights_colours(problem) ? 1 : 0);
  source.define("BORDER", op::upper(name_of(problem.border)));
  if (is_cpu) {
    source.define("LOOSE", 1).define("VEC", schedule.number("v")).define("ITEMS", schedule.number("items"));
  } else {
    source.define("VEC", 1).define("RUN", schedule.number("v"));
    source.define("STEP", schedule.number("group") / schedule.number("rows"));
  }
  source.define("FAST_FMA", device.fast_fma ? 1 : 0);
  source.define("NEAR", is_near(problem.inputs.image(0)) ? 1 : 0);
  if (places && places->projective) source.define("DOUBLES", device.fp64 ? 1 : 0);
  return source;
}

}  // namespace

op::Dimensions warp_space(const op::Instance&, const DeviceInfo&) {
  return {op::numbers("group", {4, 32, 64, 128, 256}), op::numbers("rows", {1, 4, 8, 16}),
          op::numbers("items", {1, 4, 16}), op::numbers("v", {1, 2, 4, 8, 16})};
}

std::optional<Exclusion> warp_rule(const op::Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
  if (schedule.number("rows") > schedule.number("group"))
    return Exclusion{"rows",
                     fmt::format("a group of {} has no {} rows", schedule.number("group"), schedule.number("rows"))};
  if (device.kind != DeviceKind::cpu && schedule.number("v") > 8)
    return Exclusion{"lanes", "runs of 16 pixels are for the vectors of CPUs"};
  if (device.kind != DeviceKind::cpu && schedule.number("items") > 1)
    return Exclusion{"items", "several rows of a work-item are for the vectors of CPUs"};
  return op::group_rule(schedule, device);
}

// A GPU's groups are blocks, whose places lie near each other however the image is turned. Large pixels take more
// registers, small ones less time than a group takes to begin. A CPU's work-items are blocks themselves, which the
// nearest cache holds.
DimensionSchedule warp_initial(const op::Instance& problem, const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu)
    return DimensionSchedule({{"group", "4"}, {"rows", "1"}, {"items", "16"}, {"v", "16"}});
  const std::int64_t bytes = problem.inputs.image(0).format.bytes();
  return DimensionSchedule({{"group", "128"},
                            {"rows", bytes > 2 ? "4" : "8"},
                            {"items", "1"},
                            {"v", bytes > 8   ? "2"
                                  : bytes > 2 ? "4"
                                              : "8"}});
}

// Places that are quotients take many registers.
DimensionSchedule perspective_initial(const op::Instance& problem, const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu) return warp_initial(problem, device);
  const bool copies_much =
      problem.inputs.image(0).format.bytes() > 2 && sampling_of(problem.arguments) == Sampling::nearest;
  return DimensionSchedule({{"group", "128"}, {"rows", copies_much ? "4" : "8"}, {"items", "1"}, {"v", "4"}});
}

// Where a CPU takes samples of four bytes as they are, blocks of turned images of 12 megapixels take longer than rows.
DimensionSchedule table_initial(const op::Instance& problem, const DeviceInfo& device) {
  const bool moves_words =
      sampling_of(problem.arguments) == Sampling::nearest && problem.inputs.image(0).format.bytes() == 4;
  if (device.kind != DeviceKind::cpu || !moves_words) return perspective_initial(problem, device);
  return DimensionSchedule({{"group", "32"}, {"rows", "1"}, {"items", "1"}, {"v", "16"}});
}

Graph warp_make(const op::Instance& problem, const std::optional<Places>& places, const DimensionSchedule& schedule,
                const op::Maker& maker) {
  Graph graph(maker);
  const auto rows = static_cast<std::size_t>(schedule.number("rows"));
  const ocl::Range group{static_cast<std::size_t>(schedule.number("group")) / rows, rows};
  const auto items = [=, each = std::int64_t{schedule.number("items")},
                      run = std::int64_t{schedule.number("v")}](const Graph& bound) {
    const Size size = bound.region().size();
    return ocl::Range{
        static_cast<std::size_t>(round_up(divide_up(size.width, run), static_cast<std::int64_t>(group.x))),
        static_cast<std::size_t>(round_up(divide_up(size.height, each), static_cast<std::int64_t>(rows)))};
  };
  const Size whole = problem.inputs.image(0).size;
  const ocl::Program program = maker.program(source_of(problem, places, schedule, maker.device()));
  std::vector<op::Argument> arguments{Graph::held(Graph::input(0)), Graph::output(0),
                                      graph.keep(ocl::upload(maker.queue(), outside_pixel(problem)))};
  if (places) {
    const std::vector<std::int64_t> numbers(places->numbers.begin(), places->numbers.end());
    arguments.emplace_back(graph.keep(ocl::upload(maker.queue(), numbers)));
  } else {
    arguments.insert(arguments.end(), {Graph::of_region(Graph::input(1)), Graph::of_region(Graph::input(2))});
  }
  for (const RectSide side : {&Rect::x, &Rect::y}) arguments.emplace_back(of_region(side));
  for (const RectSide side : {&Rect::x, &Rect::y}) arguments.emplace_back(of_held(side));
  for (const std::int64_t side : {whole.width, whole.height})
    arguments.emplace_back(op::Scalar(static_cast<std::int32_t>(side)));
  graph.launch_with(graph.kernel(program, "warp", group), items, std::move(arguments));
  return graph;
}

Rect warp_reads(const op::Instance& problem, const Places& places, const Rect& region) {
  const int taps = static_cast<int>(sampling_of(problem.arguments));
  const int before = taps == 4 ? 1 : 0, behind = taps == 4 ? 2 : 1;
  const Size image = problem.inputs.image(0).size;
  const auto [columns, rows] = range_of(places, region, image);
  return rect_inside({columns.first - before, columns.last + behind}, {rows.first - before, rows.last + behind}, image,
                     problem.border);
}

}  // namespace lenslet::ops

// Lists the schedules of blending, and makes its launch.
#include <algorithm>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/blend/blend.hpp"

namespace lenslet::ops {
namespace {

constexpr std::uint64_t least_streamed = 1 << 20;  // bytes of a result

// Tells whether rows follow each other without gaps in all images, so that each is one row.
bool are_one_row(const op::Bound& bound, const std::vector<op::GraphValue>& images) {
  return std::ranges::none_of(images, [&](const op::GraphValue& image) { return bound.image(image).has_gaps(); });
}

int weight_channels(const op::Instance& problem) {
  return problem.inputs.size() == 3 ? problem.inputs.image(2).format.channels : 0;
}

// Returns the samples that a work-item has: vectors, or as many vectors as the pixels have channels where these share a
// weight.
std::int64_t samples_of_item(const op::Instance& problem, const ArraySchedule& schedule) {
  const int vectors = weight_channels(problem) == 1 ? problem.inputs.image(0).format.channels : 1;
  return std::int64_t{schedule.number("items")} * schedule.number("v") * vectors;
}

ocl::Program program_of(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const PixelFormat format = problem.inputs.image(0).format;
  op::Source source({"image.cl", "blend.cl"});
  source.define("TYPE", op::code_of(op::element_type(format.type))).define("CHANNELS", format.channels);
  source.define("WEIGHTS", weight_channels(problem)).define("FUSED", maker.device().fast_fma ? 1 : 0);
  source.define("ACCESS", schedule.word("access") == "chunk" ? "CHUNK" : "STRIDE");
  source.define("STREAM", schedule.word("stores") == "stream" ? 1 : 0);
  source.define("GROUP", schedule.number("group")).define("ITEMS", schedule.number("items"));
  return maker.program(source.define("VEC", schedule.number("v")));
}

// What one launch blends, as rows of samples.
struct Rows {
  std::int64_t count, samples;  // samples of each
};

Rows rows_of(const op::Bound& bound, const std::vector<op::GraphValue>& images, int channels) {
  const Size size = bound.region().size();
  const std::int64_t rows = are_one_row(bound, images) ? 1 : size.height;
  return {rows, size.width * size.height * channels / rows};
}

}  // namespace

op::Dimensions blend_space(const op::Instance&, const DeviceInfo&) {
  return {op::words("access", {"stride", "chunk"}), op::numbers("group", {1, 16, 64, 128, 256, 512}),
          op::numbers("items", {1, 2, 4, 8}), op::numbers("v", {1, 2, 4, 8, 16}),
          op::words("stores", {"plain", "stream"})};
}

// CPUs want work-items of whole cache lines, which pass the caches where the result is larger than what they keep for
// the next op; GPUs many whose loads are neighbours, 16 bytes each.
ArraySchedule blend_initial(const op::Instance& problem, const DeviceInfo& device) {
  const std::uint64_t bytes = bytes_of(problem.outputs.all().front());
  if (device.kind == DeviceKind::cpu) {
    const char* stores = bytes >= least_streamed ? "stream" : "plain";
    return ArraySchedule({{"access", "chunk"}, {"group", "64"}, {"items", "4"}, {"v", "16"}, {"stores", stores}});
  }
  const std::size_t size = size_of(problem.inputs.image(0).format.type);
  const char* vector = size == 1 ? "16" : size == 2 ? "8" : "4";
  return ArraySchedule({{"access", "stride"}, {"group", "256"}, {"items", "1"}, {"v", vector}, {"stores", "plain"}});
}

op::Graph blend_make(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  using op::Graph;
  Graph graph(maker);
  std::vector<op::GraphValue> images;
  for (std::size_t i = 0; i < problem.inputs.size(); ++i) images.push_back(Graph::of_region(Graph::input(i)));
  images.push_back(Graph::output(0));
  std::vector<op::Argument> arguments(images.begin(), images.end());
  const int channels = problem.inputs.image(0).format.channels;
  arguments.emplace_back(op::Scalar(static_cast<float>(problem.arguments.real("alpha"))));
  arguments.emplace_back(
      op::ScalarOfLaunch([=](const op::Bound& bound) { return rows_of(bound, images, channels).samples; }));
  const std::int64_t in_an_item = samples_of_item(problem, schedule);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const auto items = [=](const op::Bound& bound) {
    const Rows rows = rows_of(bound, images, channels);
    return ocl::Range{round_up(static_cast<std::size_t>(rows.samples / in_an_item + 1), group),
                      static_cast<std::size_t>(rows.count)};
  };
  graph.launch_with(graph.kernel(program_of(problem, schedule, maker), "blend", {group}), items, std::move(arguments));
  return graph;
}

}  // namespace lenslet::ops

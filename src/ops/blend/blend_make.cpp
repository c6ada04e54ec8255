// The schedules of blending, and its launch.
#include <algorithm>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/blend/blend.hpp"

namespace lenslet::ops {
namespace {

// Images whose rows follow each other without gaps are one row.
bool is_one_row(const op::BoundImage& image, int channels) {
  return image.stride == image.size.width * channels;
}

// The factor that makes a sample a weight.
const char* weight_scale(PixelType type) {
  return type == PixelType::u8 ? "(1.0f / 255)" : type == PixelType::u16 ? "(1.0f / 65535)" : "1.0f";
}

ocl::Program program_of(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const PixelFormat format = problem.inputs.image(0).format;
  const bool weighted = problem.inputs.size() == 3;
  op::Source source({"image.cl", "blend.cl"});
  source.define("TYPE", op::code_of(op::element_type(format.type))).define("CHANNELS", format.channels);
  source.define("WEIGHTS", weighted ? problem.inputs.image(2).format.channels : 0);
  source.define("WEIGHT_SCALE", weight_scale(format.type))
      .define("ACCESS", schedule.word("access") == "chunk" ? "CHUNK" : "STRIDE");
  source.define("GROUP", schedule.number("group")).define("ITEMS", schedule.number("items"));
  return maker.program(source.define("VEC", schedule.number("v")));
}

// What one launch blends, as rows of samples.
struct Rows {
  std::int64_t count, samples;  // samples of each
};

Rows rows_of(const op::Bound& bound, const std::vector<op::GraphValue>& images, int channels) {
  const Size size = bound.region().size();
  const bool one = std::ranges::all_of(
      images, [&](const op::GraphValue& image) { return is_one_row(bound.image(image), channels); });
  const std::int64_t rows = one ? 1 : size.height;
  return {rows, size.width * size.height * channels / rows};
}

}  // namespace

op::Dimensions blend_space(const op::Instance&, const DeviceInfo& device) {
  return {op::words("access", {"stride", "chunk"}), op::numbers("group", {1, 16, 64, 128, 256, 512}),
          op::numbers("items", {1, 2, 4, 8}), op::vectors(device)};
}

// CPUs want long work-items, GPUs many whose loads are neighbours, 16 bytes each.
ArraySchedule blend_initial(const op::Instance& problem, const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu)
    return ArraySchedule({{"access", "chunk"}, {"group", "16"}, {"items", "8"}, {"v", "16"}});
  const bool narrow = size_of(problem.inputs.image(0).format.type) == 1;
  return ArraySchedule({{"access", "stride"}, {"group", "256"}, {"items", "2"}, {"v", narrow ? "8" : "4"}});
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
  const std::int64_t in_an_item = std::int64_t{schedule.number("items")} * schedule.number("v");
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

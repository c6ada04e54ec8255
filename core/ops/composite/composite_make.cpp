// Makes the launch that lays a picture on an image, or on a region of it. The kernel counts the picture's pixels from
// its first one, wherever its memory begins.
#include <string>
#include <utility>
#include <vector>

#include "kernel_texts.hpp"
#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/composite/composite.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

const char* mode_of(const std::string& mode) {
  return mode == "multiply"  ? "MULTIPLY"
         : mode == "screen"  ? "SCREEN"
         : mode == "darken"  ? "DARKEN"
         : mode == "lighten" ? "LIGHTEN"
                             : "OVER";
}

// Whether each sample counts by itself.
bool are_alike(const op::Instance& problem) {
  const PixelFormat image = problem.inputs.image(0).format, picture = problem.inputs.image(1).format;
  return !image.alpha && !picture.alpha && image == picture;
}

op::Source source_of(const op::Instance& problem, const DeviceInfo& device, std::int64_t samples) {
  const PixelFormat image = problem.inputs.image(0).format, picture = problem.inputs.image(1).format;
  op::Source source({"image.cl", "composite.cl"});
  source.define("TYPE", op::code_of(image.type)).define("CHANNELS", image.channels);
  source.define("COLOURS", colours_of(image)).define("ALPHA", image.alpha ? 1 : 0);
  source.define("PICTURE_TYPE", op::code_of(picture.type));
  source.define("PICTURE_SCALE", float_literal(picture_scale(problem)));
  source.define("PICTURE_CHANNELS", picture.channels).define("PICTURE_ALPHA", picture.alpha ? 1 : 0);
  source.define("PICTURE_COLOURS", colours_of(picture));
  source.define("OUT_COLOURS", colours_of(problem.outputs.image(0).format));
  source.define("BY_SAMPLES", samples > 1 ? 1 : 0).define("VEC", samples);
  source.define("LOOSE", device.kind == DeviceKind::cpu ? 1 : 0);
  source.define("MODE", mode_of(problem.arguments.text("mode")));
  return source;
}

}  // namespace

op::Dimensions composite_space() {
  return {op::numbers("group", {32, 64, 128, 256}), op::numbers("v", {1, 4, 8, 16})};
}

// A GPU's work-items store 16 bytes at once.
DimensionSchedule composite_initial(const op::Instance& problem, const DeviceInfo& device) {
  const bool is_cpu = device.kind == DeviceKind::cpu;
  const std::size_t of_gpus = 16 / size_of(problem.inputs.image(0).format.type);
  const std::string samples = !are_alike(problem) ? "1" : is_cpu ? "16" : std::to_string(of_gpus);
  return DimensionSchedule({{"group", is_cpu ? "32" : "128"}, {"v", samples}});
}

std::optional<Exclusion> composite_rule(const op::Instance& problem, const DeviceInfo& device,
                                        const DimensionSchedule& schedule) {
  if (schedule.number("v") > 1 && !are_alike(problem))
    return Exclusion{"pixels", "pixels with alpha, or of another format than the picture's, are made one by one"};
  return op::group_rule(schedule, device);
}

Graph composite_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const PicturePlace place = picture_place(problem);
  const std::int64_t samples = schedule.number("v"), channels = problem.inputs.image(0).format.channels;
  const auto items = [=](const Graph& bound) {
    const Size size = bound.region().size();
    const std::int64_t width = samples == 1 ? size.width : divide_up(size.width * channels, samples);
    return ocl::Range{round_up(static_cast<std::size_t>(width), group), static_cast<std::size_t>(size.height)};
  };
  const auto left = [place](const Graph& bound) { return op::Scalar(place.x - bound.region().x); };
  const auto top = [place](const Graph& bound) { return op::Scalar(place.y - bound.region().y); };
  graph.launch(graph.kernel(maker.program(source_of(problem, maker.device(), samples)), "composite", {group}), items,
               Graph::of_region(Graph::input(0)), Graph::input(1), Graph::output(0), op::ScalarOfLaunch(left),
               op::ScalarOfLaunch(top), static_cast<float>(problem.arguments.real("opacity")));
  return graph;
}

}  // namespace lenslet::ops

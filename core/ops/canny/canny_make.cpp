// The stages of canny.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ocl/values.hpp"
#include "ops/canny/canny.hpp"
#include "ops/connected/connected.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// The bytes of a component of a gradient, and how its levels are passed: see canny.cl.
struct GradientType {
  std::size_t bytes;
  op::Scalar (*level)(double);
};

template <class T>
op::Scalar whole_level(double level) {
  constexpr double most = std::numeric_limits<std::int32_t>::max() * (sizeof(T) > 4 ? 0x1p31 : 1.0);
  return op::Scalar(static_cast<T>(std::floor(std::min(level, most))));
}

GradientType gradient_type(const op::Instance& problem) {
  const SampleType type = problem.inputs.image(0).format.type;
  if (!is_integer(type) || problem.arguments.real("sigma") > 0)
    return {sizeof(float), [](double level) { return op::Scalar(static_cast<float>(level)); }};
  if (type == SampleType::u8) return {sizeof(std::int16_t), whole_level<std::int32_t>};
  return {sizeof(std::int32_t), whole_level<std::int64_t>};
}

op::Source source_of_edges(const op::Instance& problem, const Regions& regions) {
  const PixelFormat& format = problem.inputs.image(0).format;
  op::Source source = regions.seeds_source(8);
  source.append("canny.cl").define("SAMPLE", op::code_of(format.type)).define("STEP", format.channels);
  source.define("COLOURS", edge_colours(problem)).define("BLURRED", problem.arguments.real("sigma") > 0 ? 1 : 0);
  source.define("SIDE", side_of_derivative(problem)).define("SQUARES", problem.arguments.flag("l2") ? 1 : 0);
  return source;
}

class EdgeStages {
 public:
  EdgeStages(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker)
      : problem_(problem),
        maker_(maker),
        regions_(problem.outputs.image(0), schedule),
        program_(maker.program(source_of_edges(problem, regions_))) {}

  Graph graph() const {
    Graph graph(maker_);
    const GradientType type = gradient_type(problem_);
    const op::GraphValue gradients = graph.scratch(static_cast<std::uint64_t>(regions_.pixels()), 2 * type.bytes);
    std::vector<op::Argument> image = image_to_derive(graph);
    image.emplace_back(gradients);
    regions_.add_rows(graph, program_, "differentiate", image);
    const op::GraphValue mask = regions_.add_mask(graph);
    const auto [low, high] = edge_levels(problem_);
    regions_.add_rows(graph, program_, "thin", {gradients, width_, height_, mask, type.level(low), type.level(high)});
    regions_.add_seeded(graph, program_, mask);
    return graph;
  }

 private:
  std::vector<op::Argument> image_to_derive(Graph& graph) const {
    const std::vector<float> taps = edge_blur(problem_);
    if (taps.empty()) return {Graph::input(0)};
    const auto samples =
        static_cast<std::uint64_t>(regions_.pixels()) * static_cast<std::uint64_t>(edge_colours(problem_));
    const op::GraphValue rows = graph.scratch(samples, sizeof(float)), blurred = graph.scratch(samples, sizeof(float));
    const op::GraphValue kept = graph.keep(ocl::upload(maker_.queue(), taps));
    const auto reach = static_cast<std::int32_t>(taps.size() / 2);
    regions_.add_rows(graph, program_, "blur_rows", {Graph::input(0), rows, kept, reach});
    regions_.add_rows(graph, program_, "blur_columns", {rows, width_, height_, blurred, kept, reach});
    return {blurred, width_, height_};
  }

  const op::Instance& problem_;
  const op::Maker& maker_;
  Regions regions_;
  ocl::Program program_;
  std::int32_t width_ = static_cast<std::int32_t>(problem_.outputs.image(0).size.width);
  std::int32_t height_ = static_cast<std::int32_t>(problem_.outputs.image(0).size.height);
};

}  // namespace

op::Graph canny_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  return EdgeStages(problem, schedule, maker).graph();
}

}  // namespace lenslet::ops

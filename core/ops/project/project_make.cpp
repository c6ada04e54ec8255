// Makes the launches of projections.
#include <algorithm>

#include "op/dimensions.hpp"
#include "ops/project/project.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

const char* kind_of(Projection by) {
  constexpr const char* kinds[] = {"MIN", "MAX", "SUM", "MEAN", "DEVIATION"};
  return kinds[static_cast<std::size_t>(by)];
}

bool is_extreme(Projection by) {
  return by == Projection::least || by == Projection::greatest;
}

class Stages {
 public:
  Stages(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker)
      : image_(problem.inputs.image(0)),
        out_(problem.outputs.image(0)),
        by_(projection_of(problem.arguments)),
        rays_(rays_of(problem.arguments, image_.size)),
        group_(static_cast<std::size_t>(schedule.number("group"))),
        lanes_(fitting_lanes(schedule.number("v"))),
        maker_(maker),
        parts_(part_count()) {}

  // Floats need their mean before their distances from it.
  void add(Graph& graph) const {
    const auto plane = static_cast<std::uint64_t>(samples());
    const std::uint64_t states = plane * static_cast<std::uint64_t>(parts_);
    const op::GraphValue firsts = graph.scratch(states, sizeof(std::int64_t));
    const op::GraphValue seconds = graph.scratch(is_extreme(by_) ? 1 : states, sizeof(std::int64_t));
    const bool twice = by_ == Projection::deviation && !is_integer(image_.format.type);
    const op::GraphValue means = graph.scratch(twice ? plane : 1, sizeof(float));
    if (twice) {
      const ocl::Program program = maker_.program(source(Projection::mean, false));
      add_rays(graph, program, firsts, seconds, means);
      graph.launch_items(graph.kernel(program, "write_means", {group_}), plane, firsts, seconds, samples(),
                         static_cast<std::int32_t>(parts_), static_cast<float>(rays_.count), means);
    }
    const ocl::Program program = maker_.program(source(by_, twice));
    add_rays(graph, program, firsts, seconds, means);
    graph.launch_items(graph.kernel(program, "write_results", {group_}), plane, firsts, seconds, samples(),
                       static_cast<std::int32_t>(parts_), static_cast<std::int32_t>(rays_.count), Graph::output(0));
  }

 private:
  std::int64_t samples() const { return out_.pixels() * image_.format.channels; }
  bool is_cpu() const { return maker_.device().kind == DeviceKind::cpu; }
  std::int64_t vectors_of_item() const { return is_cpu() ? std::max<std::int64_t>(1, 256 / lanes_) : 1; }
  std::int64_t items() const {
    return divide_up(image_.size.width * image_.format.channels, lanes_ * vectors_of_item());
  }

  // A row of the image has at least one whole vector.
  std::int64_t fitting_lanes(std::int64_t lanes) const {
    const std::int64_t row = image_.size.width * image_.format.channels;
    return rays_.across || row >= lanes ? lanes : 1;
  }

  // Long projections of few samples are divided, so that the whole device works.
  std::int64_t part_count() const {
    if (rays_.across) return 1;
    constexpr std::int64_t shortest = 16, items_of_gpu_unit = 2048, items_of_core = 4;
    const std::int64_t wanted =
        static_cast<std::int64_t>(maker_.device().compute_units) * (is_cpu() ? items_of_core : items_of_gpu_unit);
    const std::int64_t most = std::max<std::int64_t>(1, rays_.count / shortest);
    const std::int64_t parts = std::clamp<std::int64_t>(wanted / (items() * rays_.result.height), 1, most);
    return divide_up(rays_.count, divide_up(rays_.count, parts));  // none is empty
  }

  op::Source source(Projection by, bool squared) const {
    const SampleType type = image_.format.type;
    op::Source source({"image.cl", "project.cl"});
    source.define("TYPE", op::code_of(type)).define("CHANNELS", image_.format.channels);
    source.define("KIND", kind_of(by)).define("OUT_TYPE", op::code_of(out_.format.type));
    if (is_integer(type)) source.define("ACC", op::code_of(added_in(type, rays_.count, by == Projection::deviation)));
    source.define("SQUARED", squared ? 1 : 0).define("VEC", lanes_).define("VECTORS", vectors_of_item());
    source.define("GROUP", static_cast<std::int64_t>(group_)).define("LOOSE", is_cpu() ? 1 : 0);
    return source;
  }

  void add_rays(Graph& graph, const ocl::Program& program, op::GraphValue firsts, op::GraphValue seconds,
                op::GraphValue means) const {
    if (rays_.across) {
      graph.launch_groups(graph.kernel(program, "project_across", {group_}),
                          static_cast<std::uint64_t>(image_.size.height), Graph::input(0), firsts, seconds, means);
      return;
    }
    const ocl::Range range{round_up(static_cast<std::size_t>(items()), group_),
                           static_cast<std::size_t>(rays_.result.height), static_cast<std::size_t>(parts_)};
    graph.launch(graph.kernel(program, "project_down", {group_}), range, Graph::input(0), firsts, seconds, means,
                 static_cast<std::int32_t>(rays_.count), static_cast<std::int32_t>(rays_.first_step),
                 static_cast<std::int32_t>(rays_.step), static_cast<std::int32_t>(divide_up(rays_.count, parts_)));
  }

  const ImageType &image_, &out_;
  Projection by_;
  Rays rays_;
  std::size_t group_;
  std::int64_t lanes_;
  const op::Maker& maker_;
  std::int64_t parts_;
};

}  // namespace

Graph project_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  Stages(problem, schedule, maker).add(graph);
  return graph;
}

}  // namespace lenslet::ops

// Makes the launches of Harris's measure.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "ops/harris/harris.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;
using op::GraphValue;

std::string braced(const std::vector<int>& taps) {
  return fmt::format("{{{}}}", fmt::join(taps, ","));
}

op::Source source_of(const op::Instance& problem, const op::Maker& maker, std::vector<std::string_view> files) {
  const HarrisTaps taps = harris_taps(problem);
  op::Source source(std::move(files));
  source.define("TYPE", op::code_of(problem.inputs.image(0).format.type)).define("CHANNELS", 1);
  source.define("BLOCK", problem.arguments.integer("block")).define("SIDE", std::ssize(taps.smooth));
  source.define("SMOOTH_TAPS", braced(taps.smooth)).define("SLOPE_TAPS", braced(taps.slope));
  source.define("FAST_FMA", maker.device().fast_fma ? 1 : 0).define("BORDER", op::upper(name_of(problem.border)));
  return source;
}

template <class Function>
op::ScalarOfLaunch number_of(Function of_launch) {
  return [=](const Graph& bound) { return static_cast<std::int32_t>(of_launch(bound)); };
}

bool makes_image(const op::Instance& problem) {
  return std::holds_alternative<ImageType>(problem.outputs.all().front());
}

// What a launch computes. The list has no regions.
std::function<Rect(const Graph&)> area_of(const op::Instance& problem) {
  if (makes_image(problem)) return [](const Graph& bound) { return bound.region(); };
  const Size size = problem.inputs.image(0).size;
  return [size](const Graph&) { return Rect{0, 0, size.width, size.height}; };
}

GraphValue responses(Graph& graph, const op::Instance& problem) {
  if (makes_image(problem)) return Graph::output(0);
  const Size size = problem.inputs.image(0).size;
  return graph.scratch(static_cast<std::uint64_t>(size.width * size.height), sizeof(float));
}

// Derivatives of all that the windows of an area reach, in memory, and then the windows.
GraphValue add_separate(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule,
                        const op::Maker& maker) {
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const std::int64_t columns = schedule.number("columns"), block = problem.arguments.integer("block");
  const ocl::Program program = maker.program(
      source_of(problem, maker, {"image.cl", "any_reach.cl", "border.cl", "harris.cl"}).define("COLUMNS", columns));
  const auto reached = [block](Size area) { return Size{area.width + block - 1, area.height + block - 1}; };
  const auto area = area_of(problem);
  const auto items_of = [=](Size size) {
    return ocl::Range{round_up(static_cast<std::size_t>(divide_up(size.width, columns)), group),
                      static_cast<std::size_t>(size.height)};
  };
  const auto bytes_of = [reached](Size size) {
    return static_cast<std::uint64_t>(reached(size).width * reached(size).height) * sizeof(float);
  };
  const auto derivatives = [&] {
    if (!makes_image(problem)) return graph.scratch(bytes_of(problem.inputs.image(0).size));
    return graph.scratch([=](const op::LaunchShape& launch) { return bytes_of(launch.region.size()); });
  };
  const GraphValue across = derivatives(), down = derivatives(), out = responses(graph, problem);
  const op::ScalarOfLaunch width = number_of([=](const Graph& bound) { return reached(area(bound).size()).width; });
  graph.launch(
      graph.kernel(program, "derive", {group}),
      [=](const Graph& bound) { return items_of(reached(area(bound).size())); }, Graph::input(0), across, down, width,
      number_of([=](const Graph& bound) { return area(bound).x - block / 2; }),
      number_of([=](const Graph& bound) { return area(bound).y - block / 2; }),
      static_cast<float>(harris_scale(problem)), static_cast<float>(problem.border_value[0]));
  graph.launch(
      graph.kernel(program, makes_image(problem) ? "write_responses" : "keep_responses", {group}),
      [=](const Graph& bound) { return items_of(area(bound).size()); }, across, down, width,
      static_cast<float>(problem.arguments.real("k")), out);
  return out;
}

// What the fused kernel's work-items have: ROWS rows of COLUMNS columns where vectors can be loaded, else of one
// column.
class Runs {
 public:
  Runs(const op::Instance& problem, const DimensionSchedule& schedule)
      : size_(problem.inputs.image(0).size),
        block_(problem.arguments.integer("block")),
        side_(std::ssize(harris_taps(problem).smooth)),
        columns_(schedule.number("columns")),
        rows_(schedule.number("rows")),
        group_{std::min<std::size_t>(schedule.number("group"), 32),
               std::max<std::size_t>(schedule.number("group") / 32, 1)} {}

  ocl::Range group() const { return group_; }

  // The area's pixels of whole items, in its own places. Their vectors are loaded from whole vectors of the image, and
  // lie in what the area's windows reach.
  Rect inner(const Rect& area) const {
    const std::int64_t before = block_ / 2 + side_ / 2, after = block_ + side_ - 2 - before;
    const std::int64_t vectors = round_up(before, columns_);  // columns of those on the left
    const std::int64_t loaded = round_up(vectors - before + columns_ + block_ + side_ - 2, columns_);
    const std::int64_t left = round_up(std::max(area.x - before, std::int64_t{0}) + vectors, columns_);
    const std::int64_t right = std::min(area.x + area.width + after, size_.width);
    const std::int64_t top = std::max(area.y, before);
    const std::int64_t bottom = std::min(area.y + area.height, size_.height - after);
    const std::int64_t across = (right - (left - vectors) - loaded + columns_) / columns_;
    const std::int64_t down = (bottom - top) / rows_;
    if (right - (left - vectors) < loaded || bottom - top < rows_) return {0, 0, 0, 0};
    return {left - area.x, top - area.y, across * columns_, down * rows_};
  }

  // Rows of groups for all other pixels.
  std::int64_t outer_groups(const Rect& area) const {
    const Rect in = inner(area);
    const std::int64_t below = area.height - in.y - in.height;
    const std::int64_t items = (area.width - in.width) * divide_up(area.height, rows_) +
                               in.width * (divide_up(in.y, rows_) + divide_up(below, rows_));
    return divide_up(items, groups_across(area) * static_cast<std::int64_t>(group_.x * group_.y));
  }

  ocl::Range items(const Rect& area) const {
    const std::int64_t inner_groups = divide_up(inner(area).height / rows_, group_.y);
    return {static_cast<std::size_t>(groups_across(area)) * group_.x,
            static_cast<std::size_t>(outer_groups(area) + inner_groups) * group_.y};
  }

 private:
  std::int64_t groups_across(const Rect& area) const {
    return divide_up(area.width, columns_ * static_cast<std::int64_t>(group_.x));
  }

  Size size_;
  std::int64_t block_, side_, columns_, rows_;
  ocl::Range group_;
};

// One kernel, with the derivatives in registers.
GraphValue add_fused(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule,
                     const op::Maker& maker) {
  op::Source source =
      source_of(problem, maker, {"image.cl", "intrinsics.cl", "any_reach.cl", "border.cl", "harris_fused.cl"});
  source.define("VEC", schedule.number("columns")).define("ROWS", schedule.number("rows"));
  source.define("LOOSE", maker.device().kind == DeviceKind::cpu ? 1 : 0).define("LISTS", makes_image(problem) ? 0 : 1);
  const Runs runs(problem, schedule);
  const auto area = area_of(problem);
  const double scale = harris_scale(problem), products = scale * scale * scale * scale;
  const GraphValue out = responses(graph, problem);
  graph.launch(
      graph.kernel(maker.program(source), "respond_fused", runs.group()),
      [=](const Graph& bound) { return runs.items(area(bound)); }, Graph::input(0),
      number_of([=](const Graph& bound) { return area(bound).x; }),
      number_of([=](const Graph& bound) { return area(bound).y; }), static_cast<float>(problem.arguments.real("k")),
      static_cast<float>(products), static_cast<float>(problem.border_value[0]),
      number_of([=](const Graph& bound) { return runs.inner(area(bound)).x; }),
      number_of([=](const Graph& bound) { return runs.inner(area(bound)).y; }),
      number_of([=](const Graph& bound) { return runs.inner(area(bound)).width; }),
      number_of([=](const Graph& bound) { return runs.inner(area(bound)).height; }),
      number_of([=](const Graph& bound) { return runs.outer_groups(area(bound)); }), out);
  return out;
}

}  // namespace

GraphValue add_responses(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule,
                         const op::Maker& maker) {
  if (schedule.word("way") == "fused") return add_fused(graph, problem, schedule, maker);
  return add_separate(graph, problem, schedule, maker);
}

}  // namespace lenslet::ops

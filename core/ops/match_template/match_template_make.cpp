// Makes the launches that compare a picture with an image.
#include "op/dimensions.hpp"
#include "ops/match_template/match_template.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

class Matching {
 public:
  Matching(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker)
      : image_(problem.inputs.image(0)),
        picture_(problem.inputs.image(1)),
        group_(static_cast<std::size_t>(schedule.number("group"))),
        rows_(schedule.number("rows")),
        places_(std::int64_t{schedule.number("spans")} * schedule.number("v")),
        step_(schedule.number("pairs") + 1),
        program_(maker.program(source(problem, schedule, maker.device()))) {}

  void add(Graph& graph) const {
    const std::int64_t channels = image_.format.channels;
    const std::int64_t columns = divide_up(picture_.size.width, step_) * channels;
    const op::GraphValue stats = graph.scratch(static_cast<std::uint64_t>(2 * channels + 3), sizeof(double));
    const op::GraphValue factors =
        graph.scratch(static_cast<std::uint64_t>(columns * (picture_.size.height + 2 * (rows_ - 1))), sizeof(float));
    const auto scratch_planes = [&](std::int64_t count) {
      return graph.scratch([=, *this](const op::LaunchShape& launch) {
        const Size part = launch.region.size();
        return static_cast<std::uint64_t>(count * channels * read_of(part).height * pitch_of(part)) * sizeof(float);
      });
    };
    const op::GraphValue planes = scratch_planes(1);
    const op::GraphValue sums = step_ == 2 ? scratch_planes(2) : graph.scratch(1, sizeof(float));
    const op::ScalarOfLaunch pitch = number([=, *this](const Rect& part) { return pitch_of(part.size()); });
    const op::ScalarOfLaunch height = number([=, *this](const Rect& part) { return read_of(part.size()).height; });
    graph.launch_groups(kernel(graph, "measure_picture"), 1, Graph::input(1), stats);
    graph.launch_items(kernel(graph, "make_columns"), static_cast<std::uint64_t>(columns), Graph::input(1), stats,
                       factors);
    graph.launch(kernel(graph, "make_planes"), items([=, *this](const Rect& part) {
                   return across(divide_up(pitch_of(part.size()), columns_of_item())).with(read_of(part.size()).height);
                 }),
                 Graph::input(0), stats, planes, pitch, number([](const Rect& part) { return part.x; }),
                 number([](const Rect& part) { return part.y; }),
                 number([=, *this](const Rect& part) { return read_of(part.size()).width; }), height);
    if (step_ == 2)
      graph.launch(
          kernel(graph, "sum_rows"),
          items([=, *this](const Rect& part) { return across(channels * read_of(part.size()).height).with(1); }),
          planes, sums, pitch, number([=, *this](const Rect& part) { return channels * read_of(part.size()).height; }),
          number([=, *this](const Rect& part) { return read_of(part.size()).width; }),
          static_cast<std::int32_t>(picture_.size.width));
    graph.launch(kernel(graph, "match"), items([=, *this](const Rect& part) {
                   return across(divide_up(part.width, places_)).with(divide_up(part.height + spare_rows(part), rows_));
                 }),
                 planes, factors, stats, sums, pitch, height, static_cast<std::int32_t>(picture_.size.width),
                 static_cast<std::int32_t>(picture_.size.height),
                 number([=, *this](const Rect& part) { return spare_rows(part); }), Graph::output(0));
  }

 private:
  struct Across {
    std::size_t items;
    ocl::Range with(std::int64_t rows) const { return {items, static_cast<std::size_t>(rows)}; }
  };
  Across across(std::int64_t items) const { return {round_up(static_cast<std::size_t>(items), group_)}; }
  template <class Make>
  static op::Items items(Make make) {
    return [make](const Graph& bound) { return make(bound.region()); };
  }
  template <class Number>
  static op::ScalarOfLaunch number(Number of_part) {
    return [of_part](const Graph& bound) { return static_cast<std::int32_t>(of_part(bound.region())); };
  }

  // Of a part of the result: what it reads of the image, and the planes' rows, in samples.
  Size read_of(Size part) const {
    return {part.width + picture_.size.width - 1, part.height + picture_.size.height - 1};
  }
  std::int64_t pitch_of(Size part) const { return round_up(part.width, row_of_group()) + picture_.size.width; }
  std::int64_t spare_rows(const Rect& part) const { return part.y % rows_; }  // see the kernel
  std::int64_t row_of_group() const { return static_cast<std::int64_t>(group_) * places_; }
  std::int64_t columns_of_item() const { return group_ == 1 ? 4096 : 1; }
  op::GraphKernel kernel(Graph& graph, const char* name) const { return graph.kernel(program_, name, {group_}); }

  op::Source source(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device) const {
    const Match match = match_of(problem.arguments);
    op::Source source({"image.cl", "match_template.cl"});
    source.define("TYPE", op::code_of(image_.format.type)).define("CHANNELS", image_.format.channels);
    source.define("METHOD", match.measure == Measure::sqdiff  ? "SQDIFF"
                            : match.measure == Measure::ccorr ? "CCORR"
                                                              : "CCOEFF");
    source.define("NORMED", match.normed ? 1 : 0).define("ROWS", rows_).define("SPANS", schedule.number("spans"));
    source.define("VEC", schedule.number("v")).define("GROUP", static_cast<std::int64_t>(group_));
    source.define("COLUMNS", columns_of_item()).define("FAST_FMA", device.fast_fma ? 1 : 0);
    source.define("PAIRS", step_ - 1);
    return source;
  }

  const ImageType image_, picture_;  // the launches' functions hold copies of both
  std::size_t group_;
  std::int64_t rows_, places_;  // of a work-item
  std::int64_t step_;           // samples of a factor
  ocl::Program program_;
};

}  // namespace

Graph match_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  op::check_doubles(maker.device(), SampleType::f64);
  Graph graph(maker);
  Matching(problem, schedule, maker).add(graph);
  return graph;
}

}  // namespace lenslet::ops

// Makes the stages of wide Gaussians.
#include <array>
#include <memory>

#include "ocl/values.hpp"
#include "op/random_value.hpp"
#include "ops/region_corner.hpp"
#include "ops/wide_gaussian/wide_gaussian.hpp"
#include "rounding.hpp"

namespace lenslet::ops {

op::Source wide_source(const char* kernels, const op::Instance& problem, SampleType type, const DeviceInfo& device) {
  const PixelFormat format = problem.inputs.image(0).format;
  op::Source source({"image.cl", "weighted.cl", kernels});
  source.define("TYPE", op::code_of(type)).define("FROM", op::code_of(format.type));
  source.define("CHANNELS", format.channels);
  source.define("PREMULTIPLIED", wide_is_weighted(problem) ? 1 : 0);
  source.define("ALPHA_KEPT", wide_keeps_alpha(problem) ? 1 : 0);
  return source.define("FAST_FMA", device.fast_fma ? 1 : 0).define("LOOSE", device.kind == DeviceKind::cpu ? 1 : 0);
}

namespace {

using op::Graph;
using op::GraphValue;

constexpr std::int64_t pitch_step = 16;  // rows of the grid are so many samples, or a multiple

// What a launch needs in both directions.
struct Needs {
  WideSpans x, y;
};
using NeedsOf = std::function<Needs(const Rect& region)>;

// Returns a number of what the launch needs, as a kernel's argument.
template <class Number>
op::ScalarOfLaunch needed(const NeedsOf& needs, Number number) {
  return [=](const Graph& bound) { return static_cast<std::int32_t>(number(needs(bound.region()))); };
}

op::Source source_of(const op::Instance& problem, SampleType type, const DimensionSchedule& schedule,
                     const DeviceInfo& device) {
  op::Source source = wide_source("wide_gaussian.cl", problem, type, device);
  source.define("VEC", wide_is_weighted(problem) ? 1 : schedule.number("v")).define("ITEMS", schedule.number("items"));
  return source.define("RUN", schedule.number("run")).define("GROUP", schedule.number("group"));
}

// The tables of a stage in the device's memory.
struct Table {
  GraphValue begins, places, weights, rests;
};

class Making {
 public:
  Making(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker)
      : graph_(graph),
        channels_(problem.inputs.image(0).format.channels),
        group_(schedule.number("group")),
        run_(schedule.number("run")),
        width_(wide_is_weighted(problem) ? channels_ : std::int64_t{schedule.number("v")} * schedule.number("items")),
        program_(maker.program(source_of(problem, problem.inputs.image(0).format.type, schedule, maker.device()))),
        last_(problem.outputs == problem.inputs
                  ? program_
                  : maker.program(source_of(problem, problem.outputs.image(0).format.type, schedule, maker.device()))),
        outside_(keep(floats_of(wide_outside(problem)))) {
    const WideSigmas sigmas = wide_sigmas(problem.arguments);
    const Size size = problem.inputs.image(0).size;
    x_ = std::make_shared<const WideAxis>(sigmas.x, size.width, problem.border);
    y_ = std::make_shared<const WideAxis>(sigmas.y, size.height, problem.border);
    needs_ = [x = x_, y = y_](const Rect& region) {
      return Needs{x->spans(region.x, region.x + region.width), y->spans(region.y, region.y + region.height)};
    };
  }

  void add_stages() {
    const GraphValue shrunk = add_shrinking();
    const GraphValue coarse = add_rows(shrunk, x_->down(), &WideSpans::source, &WideSpans::grid, &WideSpans::grid);
    const GraphValue blurred = add_rows(coarse, x_->mid(), &WideSpans::grid, &WideSpans::blurred, &WideSpans::grid);
    const GraphValue smooth = add_columns(blurred);
    add_enlarging(add_rows(smooth, x_->up(), &WideSpans::blurred, &WideSpans::result, &WideSpans::blurred));
  }

 private:
  using Stage = WideSpan WideSpans::*;

  template <class T>
  GraphValue keep(const std::vector<T>& values) {
    return graph_.keep(ocl::upload(graph_.queue(), values.empty() ? std::vector<T>(1) : values));
  }

  static std::vector<float> floats_of(const std::vector<double>& values) { return {values.begin(), values.end()}; }

  Table table_of(const WideSums& sums) {
    return {keep(sums.begins), keep(sums.places), keep(sums.weights), keep(sums.rests)};
  }

  // The samples from row to row of a grid whose columns are those of the stage.
  auto pitch(Stage columns) const {
    return [columns, channels = channels_](const Needs& needs) {
      return round_up((needs.x.*columns).length() * channels, pitch_step);
    };
  }

  GraphValue grid(Stage columns, Stage rows) {
    return graph_.scratch([needs = needs_, pitch = pitch(columns), rows](const op::LaunchShape& shape) {
      const Needs needed = needs(shape.region);
      return static_cast<std::uint64_t>(pitch(needed) * (needed.y.*rows).length()) * sizeof(float);
    });
  }

  op::ScalarOfLaunch begin_of(WideSpans Needs::*axis, Stage stage) const {
    return needed(needs_, [=](const Needs& needs) { return (needs.*axis.*stage).begin; });
  }

  // One work-item for each `across` of so many, in `rows` rows of which each has `run`.
  template <class Columns>
  op::Items items(Columns columns, std::int64_t across, Stage rows, std::int64_t run) const {
    return [=, needs = needs_, group = group_](const Graph& bound) {
      const Needs needed = needs(bound.region());
      const std::int64_t count = divide_up(columns(needed), across);
      return ocl::Range{static_cast<std::size_t>(round_up(count, group)),
                        static_cast<std::size_t>(divide_up((needed.y.*rows).length(), run))};
    };
  }

  auto samples(Stage columns) const {
    return [columns, channels = channels_](const Needs& needs) { return (needs.x.*columns).length() * channels; };
  }

  op::GraphKernel kernel(const ocl::Program& program, const char* name) {
    return graph_.kernel(program, name, {static_cast<std::size_t>(group_)});
  }

  GraphValue add_shrinking() {
    const GraphValue to = grid(&WideSpans::source, &WideSpans::grid), image = Graph::held(Graph::input(0));
    const Table table = table_of(y_->down());
    const auto left = [needs = needs_](const Graph& bound) {
      return static_cast<std::int32_t>(needs(bound.region()).x.source.begin - bound.held_of(Graph::input(0)).x);
    };
    graph_.launch(kernel(program_, "shrink_columns"),
                  items(samples(&WideSpans::source), width_, &WideSpans::grid, run_), image, to,
                  needed(needs_, pitch(&WideSpans::source)), needed(needs_, samples(&WideSpans::source)),
                  needed(needs_, [](const Needs& needs) { return needs.y.grid.length(); }), op::ScalarOfLaunch(left),
                  of_held(&Rect::y), outside_, table.begins, table.places, table.weights, table.rests,
                  begin_of(&Needs::y, &WideSpans::grid));
    return to;
  }

  GraphValue add_rows(GraphValue from, const WideSums& sums, Stage of, Stage made, Stage rows) {
    const GraphValue to = grid(made, rows);
    const Table table = table_of(sums);
    const auto count = [made](const Needs& needs) { return (needs.x.*made).length(); };
    graph_.launch(kernel(program_, "sum_rows"), items(count, 1, rows, 1), from, needed(needs_, pitch(of)),
                  begin_of(&Needs::x, of), to, needed(needs_, pitch(made)), needed(needs_, count), outside_,
                  table.begins, table.places, table.weights, table.rests, begin_of(&Needs::x, made));
    return to;
  }

  GraphValue add_columns(GraphValue from) {
    const GraphValue to = grid(&WideSpans::blurred, &WideSpans::blurred);
    const Table table = table_of(y_->mid());
    graph_.launch(kernel(program_, "sum_columns"), items(samples(&WideSpans::blurred), 1, &WideSpans::blurred, 1), from,
                  needed(needs_, pitch(&WideSpans::blurred)), begin_of(&Needs::y, &WideSpans::grid),
                  needed(needs_, samples(&WideSpans::blurred)), to, table.begins, table.places, table.weights,
                  table.rests, begin_of(&Needs::y, &WideSpans::blurred));
    return to;
  }

  void add_enlarging(GraphValue from) {
    const Table table = table_of(y_->up());
    graph_.launch(kernel(last_, "enlarge_columns"),
                  items(samples(&WideSpans::result), width_, &WideSpans::result, run_), from,
                  needed(needs_, pitch(&WideSpans::result)), begin_of(&Needs::y, &WideSpans::blurred),
                  Graph::of_region(Graph::input(0)), Graph::output(0), table.begins, table.places, table.weights,
                  table.rests, of_region(&Rect::y));
  }

  Graph& graph_;
  std::int64_t channels_, group_, run_, width_;
  ocl::Program program_, last_;  // the last stage may make another type
  GraphValue outside_;
  std::shared_ptr<const WideAxis> x_, y_;
  NeedsOf needs_;
};

}  // namespace

Graph wide_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  Making(graph, problem, schedule, maker).add_stages();
  return graph;
}

}  // namespace lenslet::ops

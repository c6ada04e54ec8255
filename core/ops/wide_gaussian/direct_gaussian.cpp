// Makes the stages of wide Gaussians that are summed over all taps.
#include "ops/wide_gaussian/direct_gaussian.hpp"

#include <algorithm>
#include <functional>

#include "ocl/values.hpp"
#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/outside.hpp"
#include "ops/region_corner.hpp"
#include "ops/wide_gaussian/wide_gaussian.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;
using op::GraphValue;

constexpr std::size_t group_of_pixels = 64;     // of kernels without sums
constexpr std::int64_t direct_pitch_step = 64;  // samples: the most that a work-item has side by side

// One direction: the taps, and the places that stand for those from -radius on.
struct DirectAxis {
  DirectAxis(double sigma, std::int64_t side, Border border_of_image)
      : taps(wide_taps(sigma)),
        radius(static_cast<std::int64_t>(taps.size() / 2)),
        length(side),
        border(border_of_image) {}

  std::vector<std::int32_t> places() const {
    std::vector<std::int32_t> all;
    for (std::int64_t i = -radius; i < length + radius; ++i)
      all.push_back(static_cast<std::int32_t>(border_index(i, length, border)));
    return all;
  }

  // What is read for a stretch of the result. Memory is also planned for stretches that are longer than the image.
  Stretch read_by(std::int64_t begin, std::int64_t count) const {
    const std::int64_t first = std::min(begin, length - 1), last = std::min(begin + count, length) - 1;
    return stretch_inside({first - radius, std::max(first, last) + radius}, length, border);
  }

  std::vector<double> taps;
  std::int64_t radius, length;
  Border border;
};

DirectAxis axis_x(const op::Instance& problem) {
  return {wide_sigmas(problem.arguments).x, problem.inputs.image(0).size.width, problem.border};
}

DirectAxis axis_y(const op::Instance& problem) {
  return {wide_sigmas(problem.arguments).y, problem.inputs.image(0).size.height, problem.border};
}

// The places and the memory of a launch.
struct DirectNeeds {
  Rect source, result;
  std::int64_t extended;                             // pixels of a row with all that windows see
  std::int64_t source_pitch, extended_pitch, pitch;  // of rows of floats, in samples
};
using DirectNeedsOf = std::function<DirectNeeds(const Rect& region)>;

DirectNeeds direct_needs(const DirectAxis& x, const DirectAxis& y, std::int64_t channels, const Rect& region) {
  const Stretch columns = x.read_by(region.x, region.width), rows = y.read_by(region.y, region.height);
  DirectNeeds needs{{columns.first, rows.first, columns.last - columns.first + 1, rows.last - rows.first + 1},
                    region,
                    region.width + 2 * x.radius,
                    0,
                    0,
                    0};
  needs.source_pitch = round_up(needs.source.width * channels, direct_pitch_step);
  needs.pitch = round_up(region.width * channels, direct_pitch_step);
  needs.extended_pitch = needs.pitch + round_up(2 * x.radius * channels, direct_pitch_step);
  return needs;
}

op::Source direct_source(const op::Instance& problem, SampleType type, const DimensionSchedule& schedule,
                         const DeviceInfo& device) {
  op::Source source = wide_source("direct_gaussian.cl", problem, type, device);
  return source.define("VEC", schedule.number("v")).define("ITEMS", schedule.number("items"));
}

class DirectMaking {
 public:
  DirectMaking(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker)
      : graph_(graph),
        x_(axis_x(problem)),
        y_(axis_y(problem)),
        channels_(problem.inputs.image(0).format.channels),
        width_(std::int64_t{schedule.number("v")} * schedule.number("items")),
        group_(static_cast<std::size_t>(schedule.number("group"))),
        program_(maker.program(direct_source(problem, problem.inputs.image(0).format.type, schedule, maker.device()))),
        last_(problem.outputs == problem.inputs
                  ? program_
                  : maker.program(
                        direct_source(problem, problem.outputs.image(0).format.type, schedule, maker.device()))),
        outside_(keep(floats_of(wide_outside(problem)))),
        needs_([x = x_, y = y_, channels = channels_](const Rect& region) {
          return direct_needs(x, y, channels, region);
        }) {}

  void add_stages() { add_storing(add_sums_along(add_extending(add_sums_down(add_loading())))); }

 private:
  using Count = std::int64_t (*)(const DirectNeeds&);

  template <class T>
  GraphValue keep(const std::vector<T>& values) {
    return graph_.keep(ocl::upload(graph_.queue(), values));
  }

  static std::vector<float> floats_of(const std::vector<double>& values) { return {values.begin(), values.end()}; }

  GraphValue floats(Count pitch, Count rows) {
    return graph_.scratch([needs = needs_, pitch, rows](const op::LaunchShape& shape) {
      const DirectNeeds needed = needs(shape.region);
      return static_cast<std::uint64_t>(pitch(needed) * rows(needed)) * sizeof(float);
    });
  }

  op::ScalarOfLaunch needed(Count count) const {
    return
        [needs = needs_, count](const Graph& bound) { return static_cast<std::int32_t>(count(needs(bound.region()))); };
  }

  op::Items items(Count columns, Count rows, std::int64_t across, std::size_t group) const {
    return [needs = needs_, columns, rows, across, group](const Graph& bound) {
      const DirectNeeds needed = needs(bound.region());
      return ocl::Range{round_up(static_cast<std::size_t>(divide_up(columns(needed), across)), group),
                        static_cast<std::size_t>(rows(needed))};
    };
  }

  op::Items pixels(Count columns, Count rows) const { return items(columns, rows, 1, group_of_pixels); }

  static std::int64_t source_pitch(const DirectNeeds& needs) { return needs.source_pitch; }
  static std::int64_t extended_pitch(const DirectNeeds& needs) { return needs.extended_pitch; }
  static std::int64_t result_pitch(const DirectNeeds& needs) { return needs.pitch; }
  static std::int64_t source_width(const DirectNeeds& needs) { return needs.source.width; }
  static std::int64_t source_rows(const DirectNeeds& needs) { return needs.source.height; }
  static std::int64_t rows_and_outside(const DirectNeeds& needs) { return needs.source.height + 1; }
  static std::int64_t result_rows(const DirectNeeds& needs) { return needs.result.height; }
  static std::int64_t extended(const DirectNeeds& needs) { return needs.extended; }
  static std::int64_t result_width(const DirectNeeds& needs) { return needs.result.width; }
  static std::int64_t left(const DirectNeeds& needs) { return needs.source.x; }
  static std::int64_t top(const DirectNeeds& needs) { return needs.source.y; }

  GraphValue add_loading() {
    const GraphValue to = floats(source_pitch, rows_and_outside), image = Graph::held(Graph::input(0));
    const auto from_held = [needs = needs_](std::int64_t Rect::*corner) {
      return op::ScalarOfLaunch([=](const Graph& bound) {
        return static_cast<std::int32_t>(needs(bound.region()).source.*corner - bound.held_of(Graph::input(0)).*corner);
      });
    };
    graph_.launch(graph_.kernel(program_, "load_floats", {group_of_pixels}), pixels(source_width, rows_and_outside),
                  image, to, needed(source_pitch), needed(source_width), needed(source_rows), from_held(&Rect::x),
                  from_held(&Rect::y), outside_);
    return to;
  }

  GraphValue add_sums_down(GraphValue from) {
    const GraphValue to = floats(source_pitch, result_rows);
    graph_.launch(graph_.kernel(program_, "sum_down", {group_}), items(source_pitch, result_rows, width_, group_), from,
                  needed(source_pitch), needed(source_pitch), needed(top), needed(source_rows), to, keep(y_.places()),
                  keep(floats_of(y_.taps)), static_cast<std::int32_t>(y_.taps.size()), of_region(&Rect::y));
    return to;
  }

  GraphValue add_extending(GraphValue from) {
    const GraphValue to = floats(extended_pitch, result_rows);
    graph_.launch(graph_.kernel(program_, "extend_rows", {group_of_pixels}), pixels(extended, result_rows), from,
                  needed(source_pitch), needed(left), to, needed(extended_pitch), needed(extended), outside_,
                  keep(x_.places()), of_region(&Rect::x));
    return to;
  }

  GraphValue add_sums_along(GraphValue from) {
    const GraphValue to = floats(result_pitch, result_rows);
    graph_.launch(graph_.kernel(program_, "sum_along", {group_}), items(result_pitch, result_rows, width_, group_),
                  from, needed(extended_pitch), to, needed(result_pitch), needed(result_pitch),
                  keep(floats_of(x_.taps)), static_cast<std::int32_t>(x_.taps.size()));
    return to;
  }

  void add_storing(GraphValue from) {
    graph_.launch(graph_.kernel(last_, "store_floats", {group_of_pixels}), pixels(result_width, result_rows), from,
                  needed(result_pitch), Graph::of_region(Graph::input(0)), Graph::output(0));
  }

  Graph& graph_;
  DirectAxis x_, y_;
  std::int64_t channels_, width_;
  std::size_t group_;
  ocl::Program program_, last_;  // the last stage may make another type
  GraphValue outside_;
  DirectNeedsOf needs_;
};

}  // namespace

Rect direct_reads(const op::Instance& problem, const Rect& region) {
  return direct_needs(axis_x(problem), axis_y(problem), 1, region).source;
}

op::Dimensions direct_space() {
  return {op::numbers("group", {1, 64, 128, 256}), op::numbers("v", {1, 4, 16}), op::numbers("items", {1, 2, 4})};
}

DimensionSchedule direct_initial(const op::Instance&, const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu) return DimensionSchedule({{"group", "1"}, {"v", "16"}, {"items", "4"}});
  return DimensionSchedule({{"group", "128"}, {"v", "4"}, {"items", "1"}});
}

std::optional<Exclusion> direct_rule(const op::Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
  return op::group_rule(schedule, device);
}

Graph direct_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  DirectMaking(graph, problem, schedule, maker).add_stages();
  return graph;
}

}  // namespace lenslet::ops

// Makes tiles of distances. The nearest of each tile are selected before the next tile takes its memory.
#include <algorithm>

#include "ops/knn/knn.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 28;  // of a tile's distances, and of its points

struct Tile {
  std::uint64_t points, queries;  // multiples of what the groups compute
};

// Returns a tile, halved until its memory is small enough.
Tile tile_of(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device) {
  const auto all_points = static_cast<std::uint64_t>(problem.inputs[0].shape[0]);
  const auto all_queries = static_cast<std::uint64_t>(queries_of(problem.inputs).shape[0]);
  const auto dimensions = static_cast<std::uint64_t>(problem.inputs[0].shape[1]);
  const auto lanes = static_cast<std::uint64_t>(schedule.number("v")),
             rows = static_cast<std::uint64_t>(schedule.number("rows"));
  Tile tile{round_up(std::min(static_cast<std::uint64_t>(schedule.number("points")), all_points), lanes),
            round_up(std::min(static_cast<std::uint64_t>(schedule.number("queries")), all_queries), rows)};
  const std::uint64_t limit = std::min(max_bytes, device.max_allocation / 2) / sizeof(float);
  while (tile.points > 256 && tile.points * std::max(tile.queries, dimensions) > limit)
    tile.points = round_up(tile.points / 2, lanes);
  return tile;
}

int metric_code(const std::string& metric) {
  return metric == "l2" ? 1 : metric == "l1" ? 2 : 3;
}

op::Source tile_source(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device) {
  op::Source source({"knn.cl"});
  source.define("METRIC", metric_code(problem.arguments.text("metric"))).define("VEC", schedule.number("v"));
  source.define("ROWS", schedule.number("rows")).define("FAST_FMA", device.fast_fma ? 1 : 0);
  return source;
}

op::Source select_source(const op::Instance& problem, const DimensionSchedule& schedule) {
  op::Source source({"knn_select.cl"});
  source.define("GROUP", schedule.number("select")).define("VEC", schedule.number("v"));
  source.define("HALF", knn_half(problem, schedule)).define("SIGNED", problem.outputs.back().type == SampleType::i32);
  return source;
}

class Search {
 public:
  Search(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker)
      : graph_(graph),
        tile_(tile_of(problem, schedule, maker.device())),
        all_points_(static_cast<std::uint64_t>(problem.inputs[0].shape[0])),
        all_queries_(static_cast<std::uint64_t>(queries_of(problem.inputs).shape[0])),
        inputs_(problem.inputs.size()),
        k_(static_cast<std::uint32_t>(problem.outputs[0].shape[1])),
        dimensions_(static_cast<std::uint32_t>(problem.inputs[0].shape[1])),
        rows_(static_cast<std::uint64_t>(schedule.number("rows"))),
        lanes_(static_cast<std::uint64_t>(schedule.number("v"))),
        points_(graph.scratch(tile_.points * dimensions_, sizeof(float))),
        queries_(graph.scratch(tile_.queries * dimensions_, sizeof(float))),
        distances_(graph.scratch(tile_.points * tile_.queries, sizeof(float))),
        best_(graph.scratch(tile_.queries * k_, sizeof(std::uint64_t))) {
    const ocl::Range group{static_cast<std::size_t>(schedule.number("x")),
                           static_cast<std::size_t>(schedule.number("y"))};
    const ocl::Range select{static_cast<std::size_t>(schedule.number("select"))};
    const ocl::Program tiles = maker.program(tile_source(problem, schedule, maker.device()));
    const ocl::Program selection = maker.program(select_source(problem, schedule));
    transpose_of_ = graph.kernel(tiles, "transpose", {64});
    distances_of_ = graph.kernel(tiles, "distances", group);
    nearest_ = graph.kernel(selection, "nearest", select);
    finish_ = graph.kernel(selection, "finish", {64});
    vote_ = graph.kernel(selection, "vote", select);
  }

  void add() {
    for (std::uint64_t first = 0; first < all_queries_; first += tile_.queries) {
      const std::uint64_t count = std::min(tile_.queries, all_queries_ - first);
      transpose(Graph::input(inputs_ - 1), all_queries_, queries_, first, tile_.queries);
      search(count);
      graph_.launch_items(finish_, count * k_, best_, Graph::output(0), Graph::output(1), count * k_, first * k_);
      if (inputs_ == 3) graph_.launch_groups(vote_, count, best_, Graph::input(1), Graph::output(2), k_, first);
    }
  }

 private:
  void transpose(op::GraphValue from, std::uint64_t rows, op::GraphValue to, std::uint64_t first,
                 std::uint64_t stride) {
    graph_.launch_items(transpose_of_, stride, from, to, dimensions_, first, rows, stride);
  }

  // Searches all points for the tile's queries.
  void search(std::uint64_t count) {
    const ocl::Range items{round_up(tile_.points / lanes_, distances_of_.group.x),
                           round_up(divide_up(count, rows_), distances_of_.group.y)};
    for (std::uint64_t first = 0; first < all_points_; first += tile_.points) {
      transpose(Graph::input(0), all_points_, points_, first, tile_.points);
      graph_.launch(distances_of_, items, queries_, points_, distances_, dimensions_, tile_.queries, tile_.points);
      graph_.launch_groups(nearest_, count, distances_, best_, k_, first,
                           static_cast<std::uint32_t>(std::min(tile_.points, all_points_ - first)),
                           tile_.points / lanes_);
    }
  }

  Graph& graph_;
  Tile tile_;
  std::uint64_t all_points_, all_queries_;
  std::size_t inputs_;
  std::uint32_t k_, dimensions_;
  std::uint64_t rows_, lanes_;
  op::GraphValue points_, queries_, distances_, best_;
  op::GraphKernel transpose_of_, distances_of_, nearest_, finish_, vote_;
};

}  // namespace

Graph make_knn(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  if (queries_of(problem.inputs).shape[0] > 0) Search(graph, problem, schedule, maker).add();
  return graph;
}

}  // namespace lenslet::ops

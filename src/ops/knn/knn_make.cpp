// Tiles of distances, from each of which the nearest are selected before the next one takes its memory.
#include <algorithm>
#include <memory>

#include "ops/knn/knn.hpp"

namespace lenslet::ops {
namespace {

using op::DeviceValues;
using op::Launches;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 28;  // of a tile's distances, and of its points

struct Tile {
  std::uint64_t points, queries;  // multiples of what the groups compute
};

// Halved until its memory is small.
Tile tile_of(const op::Instance& problem, const ArraySchedule& schedule, const DeviceInfo& device) {
  const auto all_points = static_cast<std::uint64_t>(problem.inputs[0].shape[0]);
  const auto all_queries = static_cast<std::uint64_t>(queries_of(problem.inputs).shape[0]);
  const auto dimensions = static_cast<std::uint64_t>(problem.inputs[0].shape[1]);
  const auto lanes = static_cast<std::uint64_t>(schedule.number("v")),
             rows = static_cast<std::uint64_t>(schedule.number("rows"));
  Tile tile{round_up(std::min(static_cast<std::uint64_t>(schedule.number("points")), all_points), lanes),
            round_up(std::min(static_cast<std::uint64_t>(schedule.number("queries")), all_queries), rows)};
  const std::uint64_t limit = std::min(most_bytes, device.max_allocation / 2) / sizeof(float);
  while (tile.points > 256 && tile.points * std::max(tile.queries, dimensions) > limit)
    tile.points = round_up(tile.points / 2, lanes);
  return tile;
}

int metric_code(const std::string& metric) {
  return metric == "l2" ? 1 : metric == "l1" ? 2 : 3;
}

op::Source tile_source(const op::Instance& problem, const ArraySchedule& schedule, const DeviceInfo& device) {
  op::Source source({"knn.cl"});
  source.define("METRIC", metric_code(problem.arguments.text("metric"))).define("VEC", schedule.number("v"));
  source.define("ROWS", schedule.number("rows")).define("FMA", device.fast_fma ? 1 : 0);
  return source;
}

op::Source select_source(const op::Instance& problem, const ArraySchedule& schedule) {
  op::Source source({"knn_select.cl"});
  source.define("GROUP", schedule.number("select")).define("VEC", schedule.number("v"));
  source.define("HALF", knn_half(problem, schedule)).define("SIGNED", problem.outputs.back().type == ElementType::i32);
  return source;
}

class Search {
 public:
  Search(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker)
      : queue_(maker.queue()),
        tile_(tile_of(problem, schedule, maker.device())),
        k_(static_cast<std::uint32_t>(problem.outputs[0].shape[1])),
        dimensions_(static_cast<std::uint32_t>(problem.inputs[0].shape[1])),
        rows_(static_cast<std::uint64_t>(schedule.number("rows"))),
        lanes_(static_cast<std::uint64_t>(schedule.number("v"))),
        group_{static_cast<std::size_t>(schedule.number("x")), static_cast<std::size_t>(schedule.number("y"))},
        tile_program_(maker.program(tile_source(problem, schedule, maker.device()))),
        select_program_(maker.program(select_source(problem, schedule))),
        transpose_(maker, tile_program_, "transpose", {64}),
        distances_of_(maker, tile_program_, "distances", group_),
        nearest_(maker, select_program_, "nearest", {static_cast<std::size_t>(schedule.number("select"))}),
        finish_(maker, select_program_, "finish", {64}),
        vote_(maker, select_program_, "vote", {static_cast<std::size_t>(schedule.number("select"))}),
        points_(queue_.allocate(tile_.points * dimensions_ * sizeof(float))),
        queries_(queue_.allocate(tile_.queries * dimensions_ * sizeof(float))),
        distances_(queue_.allocate(tile_.points * tile_.queries * sizeof(float))),
        best_(queue_.allocate(tile_.queries * k_ * sizeof(std::uint64_t))) {}

  void run(const DeviceValues& in, const DeviceValues& out, Launches& launches) {
    const DeviceArray& queries = queries_of(in);
    const auto all = static_cast<std::uint64_t>(queries.type().shape[0]);
    for (std::uint64_t first = 0; first < all; first += tile_.queries) {
      const std::uint64_t count = std::min(tile_.queries, all - first);
      transpose(queries, queries_, first, tile_.queries, launches);
      search(in[0], count, launches);
      finish_.launch_items(count * k_, launches, best_, out[0], out[1], count * k_, first * k_);
      if (const DeviceArray* labels = labels_of(in))
        vote_.launch_groups(count, launches, best_, *labels, out[2], k_, first);
    }
  }

 private:
  void transpose(const DeviceArray& from, const ocl::Buffer& to, std::uint64_t first, std::uint64_t stride,
                 Launches& launches) {
    const auto rows = static_cast<std::uint64_t>(from.type().shape[0]);
    transpose_.launch_items(stride, launches, from, to, dimensions_, first, rows, stride);
  }

  // The tile's queries through all points.
  void search(const DeviceArray& points, std::uint64_t count, Launches& launches) {
    const auto all = static_cast<std::uint64_t>(points.type().shape[0]);
    const ocl::Range items{round_up(tile_.points / lanes_, group_.x), round_up(divide_up(count, rows_), group_.y)};
    for (std::uint64_t first = 0; first < all; first += tile_.points) {
      transpose(points, points_, first, tile_.points, launches);
      distances_of_.launch(items, launches, queries_, points_, distances_, dimensions_, tile_.queries, tile_.points);
      nearest_.launch_groups(count, launches, distances_, best_, k_, first,
                             static_cast<std::uint32_t>(std::min(tile_.points, all - first)), tile_.points / lanes_);
    }
  }

  const ocl::Queue& queue_;
  Tile tile_;
  std::uint32_t k_, dimensions_;
  std::uint64_t rows_, lanes_;
  ocl::Range group_;
  ocl::Program tile_program_, select_program_;
  op::Stage transpose_, distances_of_, nearest_, finish_, vote_;
  ocl::Buffer points_, queries_, distances_, best_;
};

}  // namespace

op::Run make_knn(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  if (queries_of(problem.inputs).shape[0] == 0) return [](const auto&, const auto&, auto&) {};
  const auto search = std::make_shared<Search>(problem, schedule, maker);
  return
      [search](const DeviceValues& in, const DeviceValues& out, Launches& launches) { search->run(in, out, launches); };
}

}  // namespace lenslet::ops

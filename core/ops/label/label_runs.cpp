// Labels by runs, for CPUs: its launches. Half a node for each pixel and a bit are enough, see label_runs.cl.
#include "ops/connected/volume.hpp"
#include "ops/label/label.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// As in label_runs.cl.
constexpr std::int64_t word = 64;
constexpr std::int64_t rows_written = 16;

}  // namespace

bool has_runs(const op::Instance& problem, const DimensionSchedule& schedule) {
  return schedule.word("way") == "strips" && neighbourhood_of(problem).pages == 1;
}

op::Graph label_by_runs(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const Regions regions(problem, schedule);
  const auto [width, height] = problem.inputs.image(0).size;
  const auto count = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
  const auto range = [](std::int64_t items) { return ocl::Range{static_cast<std::size_t>(items)}; };
  const ocl::Program program =
      maker.program(regions.source(neighbourhood_of(problem).in_page(), false, "label_runs.cl"));
  const auto kernel = [&](const char* name) { return graph.kernel(program, name, {regions.group()}); };
  const std::int64_t strips = divide_up(height, schedule.number("rows"));
  const op::GraphValue bits = graph.scratch(count(divide_up(width, word) * height), sizeof(std::uint64_t));
  const op::GraphValue runs = graph.scratch(count(height), sizeof(std::int32_t));
  const op::GraphValue forest = graph.scratch(count(divide_up(width, 2) * height), sizeof(std::int32_t));
  const op::GraphValue counts = graph.scratch(count(strips), sizeof(std::int32_t));
  const op::GraphValue all =
      problem.arguments.flag("count") ? Graph::output(1) : graph.scratch(1, sizeof(std::int32_t));
  const auto columns = static_cast<std::int32_t>(width), rows = static_cast<std::int32_t>(height);
  graph.launch(kernel("join_runs"), range(strips), Graph::input(0), bits, runs, forest);
  if (strips > 1) graph.launch(kernel("join_seams"), range(strips - 1), bits, columns, forest);
  graph.launch(kernel("count_run_roots"), range(strips), forest, runs, columns, rows, counts);
  graph.launch(kernel("number_run_roots"), range(strips), forest, runs, columns, rows, counts, all);
  graph.launch(kernel("write_run_labels"), range(divide_up(height, rows_written)), bits, forest, Graph::output(0));
  return graph;
}

}  // namespace lenslet::ops

// Labels by runs, for CPUs: the launches, see label_runs.cl.
#include "ops/connected/volume.hpp"
#include "ops/label/label.hpp"
#include "rounding.hpp"

namespace lenslet::ops {

using op::Graph;

bool has_runs(const op::Instance& problem, const DimensionSchedule& schedule) {
  return schedule.word("way") == "strips" && neighbourhood_of(problem).pages == 1;
}

op::Graph label_by_runs(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const Regions regions(problem, schedule);
  op::Source source = regions.source(neighbourhood_of(problem).in_page(), false, "runs.cl");
  const ocl::Program program = maker.program(source.append("label_runs.cl"));
  const auto kernel = [&](const char* name) { return graph.kernel(program, name, {regions.group()}); };
  const auto [bits, runs, forest] = regions.add_runs(graph, program);
  const auto [width, height] = problem.inputs.image(0).size;
  const auto columns = static_cast<std::int32_t>(width), rows = static_cast<std::int32_t>(height);
  const auto strips = static_cast<std::size_t>(divide_up(height, schedule.number("rows")));
  const op::GraphValue counts = graph.scratch(strips + 1, sizeof(std::int32_t));
  const op::GraphValue all =
      problem.arguments.flag("count") ? Graph::output(1) : graph.scratch(1, sizeof(std::int32_t));
  graph.launch(kernel("count_run_roots"), ocl::Range{strips}, forest, runs, columns, rows, counts);
  graph.launch(kernel("add_run_counts"), ocl::Range{1}, counts, static_cast<std::int32_t>(strips), all);
  graph.launch(kernel("number_run_roots"), ocl::Range{strips}, forest, runs, columns, rows, counts);
  graph.launch(kernel("write_run_labels"), regions.row_blocks(), bits, forest, Graph::output(0));
  return graph;
}

}  // namespace lenslet::ops

// Labels by words, for GPUs: the launches, see label_words.cl.
#include "ops/connected/volume.hpp"
#include "ops/connected/word_runs.hpp"
#include "ops/label/label.hpp"

namespace lenslet::ops {

using op::Graph;

bool has_words(const op::Instance& problem, const DimensionSchedule& schedule) {
  return goes_by_words(schedule, problem.inputs.image(0).size) && neighbourhood_of(problem).pages == 1;
}

op::Graph label_by_words(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const ImageType& type = problem.inputs.image(0);
  const Words words(graph, type.size, schedule);
  op::Source source = words.source(neighbourhood_of(problem).in_page(), type.format.type, {});
  const ocl::Program program = maker.program(source.append("label.cl").append("label_words.cl"));
  words.take(program);
  words.join(program);
  const op::GraphValue counts = graph.scratch(static_cast<std::uint64_t>(words.groups()), sizeof(std::int32_t));
  const op::GraphValue all =
      problem.arguments.flag("count") ? Graph::output(1) : graph.scratch(1, sizeof(std::int32_t));
  words.add_words(program, "count_word_roots", {words.bits(), words.forest(), words.count(), counts});
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  graph.launch_groups(graph.kernel(program, "add_counts", {group}), 1, counts,
                      static_cast<std::int32_t>(words.groups()), all);
  words.add_words(program, "number_word_roots", {words.bits(), words.forest(), words.count(), counts});
  constexpr std::int64_t written = 4;  // as in label_words.cl
  words.add_rows(program, "write_word_labels", written, {words.bits(), words.forest(), Graph::output(0)});
  return graph;
}

}  // namespace lenslet::ops

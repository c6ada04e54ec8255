// Makes the stages of Otsu's threshold: the histogram, the level, which the host finds, and its application.
#include <memory>

#include "op/random_value.hpp"
#include "ops/equalize/equalize.hpp"
#include "ops/otsu/otsu.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

const char* kind_of(const std::string& kind) {
  return kind == "binary"     ? "BINARY"
         : kind == "inverse"  ? "INVERSE"
         : kind == "truncate" ? "TRUNCATE"
         : kind == "tozero"   ? "TO_ZERO"
                              : "TO_ZERO_INVERSE";
}

// Adds the launch that applies the level. CPUs get few long work-items; those of a GPU load side by side.
void add_application(Graph& graph, const op::Instance& problem, const op::Maker& maker,
                     const std::shared_ptr<std::uint32_t>& level) {
  const bool is_cpu = maker.device().kind == DeviceKind::cpu;
  const std::int64_t items = is_cpu ? 4096 : 4;
  const std::size_t group = is_cpu ? 1 : merge_group(maker.device());
  op::Source source({"image.cl", "otsu.cl"});
  source.define("TYPE", op::code_of(otsu_samples(problem).type)).define("CHANNELS", 1).define("ITEMS", items);
  source.define("KIND", kind_of(problem.arguments.text("kind")));
  const auto groups = [=](const op::Graph& bound) {
    const Size size = bound.region().size();
    return ocl::Range{round_up(static_cast<std::size_t>(divide_up(size.width, items)), group),
                      static_cast<std::size_t>(size.height)};
  };
  graph.launch(graph.kernel(maker.program(source), "otsu", {group}), groups, Graph::of_region(Graph::input(0)),
               Graph::output(0), op::ScalarOfLaunch([level](const op::Graph&) { return *level; }));
}

}  // namespace

Graph otsu_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const ArrayType samples = otsu_samples(problem);
  const Counter counter(graph, samples, 1, finder_of_levels(samples.type), schedule, maker);
  const auto level = std::make_shared<std::uint32_t>(0);  // only one launch uses the graph at a time
  const auto take = [level](const op::Graph&, const std::vector<std::uint64_t>& levels) {
    *level = static_cast<std::uint32_t>(levels.front());
  };
  add_levels(graph, counter, packed_samples(graph, samples), 1, schedule.word("merge") == "host", take);
  add_application(graph, problem, maker, level);
  return graph;
}

}  // namespace lenslet::ops

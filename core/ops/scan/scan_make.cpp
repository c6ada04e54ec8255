// Makes the launches of a scan: up the levels of blocks with sums, and down them with scans.
#include "op/dimensions.hpp"
#include "ops/reduce/reduce.hpp"
#include "ops/scan/scan.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

ocl::Program program_of(const DimensionSchedule& schedule, const op::Maker& maker, SampleType type,
                        SampleType accumulator, bool exclusive) {
  op::Source source = scan_source("scan.cl", schedule, type, accumulator, exclusive);
  source.define("ROUNDS", schedule.number("rounds"));
  if (schedule.word("combine") == "subgroup")
    source.define("SUB_GROUPS", 1).option(op::later_language_option(maker.device()));
  return maker.program(source);
}

// The elements of level 0 are the input's. Those of a higher level are the sums of the blocks below. The last level is
// one block and has no sums.
struct Level {
  op::GraphValue elements, result;
  std::uint64_t count, blocks;
  op::GraphKernel sums, scan;
};

class Scan {
 public:
  Scan(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
    const ocl::Range group{static_cast<std::size_t>(schedule.number("group"))};
    const SampleType type = problem.inputs.front().type, accumulator = problem.outputs.front().type;
    const auto block = group.x * static_cast<std::uint64_t>(schedule.number("items") * schedule.number("v")) *
                       static_cast<std::uint64_t>(schedule.number("rounds"));
    op::GraphValue elements = Graph::input(0), result = Graph::output(0);
    auto count = static_cast<std::uint64_t>(problem.inputs.front().count());
    ocl::Program program = program_of(schedule, maker, type, accumulator, is_exclusive(problem));
    while (true) {
      const std::uint64_t blocks = divide_up(count, block);
      levels_.push_back({elements, result, count, blocks, graph.kernel(program, "sums", group),
                         graph.kernel(program, "scan", group)});
      if (blocks == 1) break;
      if (levels_.size() == 1) program = program_of(schedule, maker, accumulator, accumulator, true);
      elements = graph.scratch(blocks, size_of(accumulator));
      result = graph.scratch(blocks, size_of(accumulator));
      count = blocks;
    }
  }

  void add(Graph& graph) const {
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i)
      graph.launch_groups(levels_[i].sums, levels_[i].blocks, levels_[i].elements, levels_[i + 1].elements,
                          levels_[i].count);
    for (std::size_t i = levels_.size(); i-- > 0;) {
      const bool last = i + 1 == levels_.size();
      const op::GraphValue offsets = last ? Graph::input(0) : levels_[i + 1].result;  // one block reads no offsets
      graph.launch_groups(levels_[i].scan, levels_[i].blocks, levels_[i].elements, offsets, levels_[i].result,
                          levels_[i].count);
    }
  }

 private:
  std::vector<Level> levels_;
};

}  // namespace

bool is_exclusive(const op::Instance& problem) {
  return problem.arguments.text("kind") == "exclusive";
}

op::Source scan_source(std::string_view file, const DimensionSchedule& schedule, SampleType type,
                       SampleType accumulator, bool exclusive) {
  op::Source source({"scan_vectors.cl", file});
  source.define("TYPE", op::code_of(type)).define("ACC", op::code_of(accumulator));
  source.define("EXCLUSIVE", exclusive ? 1 : 0).define("GROUP", schedule.number("group"));
  source.define("ITEMS", schedule.number("items")).define("VEC", schedule.number("v"));
  return source;
}

Graph scan_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  op::check_doubles(maker.device(), problem.inputs.front().type);
  if (schedule.word("combine") == "lookback") return look_back(problem, schedule, maker);
  Graph graph(maker);
  if (problem.inputs.front().count() > 0) Scan(graph, problem, schedule, maker).add(graph);
  return graph;
}

}  // namespace lenslet::ops

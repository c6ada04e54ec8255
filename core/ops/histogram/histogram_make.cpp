// Makes histograms: counts, merges the counts, and joins counted levels into the bins that the call asks for.
#include "ocl/values.hpp"
#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

void put(const op::Graph& bound, const ocl::Queue& queue, const std::vector<std::uint64_t>& values) {
  queue.write(bound.buffer(Graph::output(0)), 0, ocl::bytes_of(values));
}

// Adds the stage that joins levels of u8 or i8 into bins. A bin has any number of levels, or none.
void add_regrouping(Graph& graph, const std::vector<std::uint32_t>& levels_before, std::uint64_t size,
                    op::GraphValue levels, const op::Maker& maker) {
  const std::uint32_t group = merge_group(maker.device());
  op::Source source({"histogram_merge.cl"});
  const ocl::Program program = maker.program(source.define("SLICES", 1).define("GROUP", group));
  const op::GraphValue first = graph.keep(ocl::upload(maker.queue(), levels_before));
  graph.launch_items(graph.kernel(program, "regroup", {group}), size, levels, first, Graph::output(0),
                     static_cast<std::uint32_t>(levels_before.size() - 1), std::uint32_t{256}, size);
}

// Makes the same bins on the host.
std::vector<std::uint64_t> regrouped(const std::vector<std::uint64_t>& levels,
                                     const std::vector<std::uint32_t>& first) {
  const std::size_t count = first.size() - 1;
  std::vector<std::uint64_t> result(levels.size() / 256 * count);
  for (std::size_t i = 0; i < result.size(); ++i)
    for (std::size_t level = first[i % count]; level < first[i % count + 1]; ++level)
      result[i] += levels[i / count * 256 + level];
  return result;
}

void add_zeros(Graph& graph, std::int64_t count) {
  graph.host("zeros", {}, [queue = &graph.queue(), count](const op::Graph& bound) {
    put(bound, *queue, std::vector<std::uint64_t>(static_cast<std::size_t>(count)));
  });
}

}  // namespace

Graph make_histogram(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  const ArrayType& input = problem.inputs.front();
  Graph graph(maker);
  op::check_doubles(maker.device(), input.type);
  const Bins bins = bins_of(problem.arguments, input.type);
  const Finder finder = finder_of(bins, input.type);
  if (input.count() == 0 || finder.is_empty) {
    add_zeros(graph, problem.outputs.front().count());
    return graph;
  }
  const int channels = channels_of("histogram", problem.arguments, input);
  const Counter counter(graph, input, channels, finder, schedule, maker);
  const bool regroup = size_of(input.type) == 1 && bins != finder.bins;  // else each bin is counted
  const std::vector<std::uint32_t> levels = regroup ? first_levels(bins, input.type) : std::vector<std::uint32_t>();
  if (schedule.word("merge") == "host") {
    counter.add(graph, Graph::input(0), counter.parts());
    graph.host("merge", {counter.parts()}, [=, queue = &maker.queue()](const op::Graph& bound) {
      const std::vector<std::uint64_t> sums = counter.sums(bound, *queue);
      put(bound, *queue, regroup ? regrouped(sums, levels) : sums);
    });
    return graph;
  }
  const op::GraphValue counts = regroup ? graph.scratch(counter.size(), sizeof(std::uint64_t)) : Graph::output(0);
  counter.add(graph, Graph::input(0), counts);
  if (regroup)
    add_regrouping(graph, levels, static_cast<std::uint64_t>(channels) * static_cast<std::uint64_t>(bins.count), counts,
                   maker);
  return graph;
}

}  // namespace lenslet::ops

// Finds the level that divides a channel best, from its histogram.
#include <algorithm>
#include <cfloat>

#include "array/compare.hpp"
#include "ocl/values.hpp"
#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Returns the level of each channel. The counts are those of the first channel, then those of the second, and so on.
std::vector<std::uint64_t> levels_in(std::span<const std::uint64_t> counts, std::size_t channels) {
  std::vector<std::uint64_t> levels;
  for (std::size_t channel = 0; channel < channels; ++channel)
    levels.push_back(otsu_level(counts.subspan(channel * counts.size() / channels, counts.size() / channels)));
  return levels;
}

}  // namespace

// Follows OpenCV's order of operations: levels that divide equally well differ only by rounding, and the first of them
// is taken.
std::uint64_t otsu_level(std::span<const std::uint64_t> counts) {
  double all = 0, sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    all += static_cast<double>(counts[i]);
    sum += static_cast<double>(i) * static_cast<double>(counts[i]);
  }
  const double scale = 1 / all, mean = sum * scale;
  double below = 0, mean_below = 0, best = 0;  // below: the share of the samples up to a level
  std::uint64_t level = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double share = static_cast<double>(counts[i]) * scale;
    mean_below *= below;
    below += share;
    const double above = 1 - below;
    if (std::min(below, above) < FLT_EPSILON || std::max(below, above) > 1. - FLT_EPSILON) continue;
    mean_below = (mean_below + static_cast<double>(i) * share) / below;
    const double mean_above = (mean - below * mean_below) / above;
    const double between = below * above * (mean_below - mean_above) * (mean_below - mean_above);
    if (!(between > best)) continue;  // NaN where nothing is counted
    best = between;
    level = i;
  }
  return level;
}

void add_counts(Graph& graph, const Counter& counter, op::GraphValue x, bool on_host, TakeCounts take) {
  const op::GraphValue counts = on_host ? counter.parts() : graph.scratch(counter.size(), sizeof(std::uint64_t));
  counter.add(graph, x, counts);
  graph.host("levels", {counts}, [=, queue = &graph.queue(), take = std::move(take)](const op::Graph& bound) {
    take(bound, on_host ? counter.sums(bound, *queue)
                        : ocl::download<std::uint64_t>(*queue, bound.buffer(counts), counter.size()));
  });
}

void add_levels(Graph& graph, const Counter& counter, op::GraphValue x, int channels, bool on_host, TakeLevels take) {
  const auto of_counts = [channels, take = std::move(take)](const op::Graph& bound,
                                                            std::span<const std::uint64_t> counts) {
    take(bound, levels_in(counts, static_cast<std::size_t>(channels)));
  };
  add_counts(graph, counter, x, on_host, of_counts);
}

Graph make_otsu(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  const ArrayType& x = problem.inputs.front();
  Graph graph(maker);
  const int channels = channels_of("otsu", problem.arguments, x);
  const auto put = [queue = &graph.queue()](const op::Graph& bound, const std::vector<std::uint64_t>& levels) {
    queue->write(bound.buffer(Graph::output(0)), 0, ocl::bytes_of(levels));
  };
  if (x.count() == 0) {
    const std::vector<std::uint64_t> none(static_cast<std::size_t>(channels));
    graph.host("zeros", {}, [put, none](const op::Graph& bound) { put(bound, none); });
    return graph;
  }
  const Counter counter(graph, x, channels, finder_of_levels(x.type), schedule, maker);
  add_levels(graph, counter, Graph::input(0), channels, schedule.word("merge") == "host", put);
  return graph;
}

Mismatch otsu_array_mismatch(const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
  const Array& x = in[0];
  const auto channels = static_cast<std::size_t>(channels_of("otsu", problem.arguments, x.type()));
  const auto levels = static_cast<std::size_t>(levels_of(x.type().type));
  std::vector<std::uint64_t> counts(channels * levels);
  for (std::int64_t i = 0; i < x.count(); ++i)
    ++counts[static_cast<std::size_t>(i) % channels * levels + static_cast<std::size_t>(x.at(i))];
  Array expected(problem.outputs.front());
  std::ranges::copy(levels_in(counts, channels), expected.as<std::uint64_t>().begin());
  return array::first_difference(out[0], expected);
}

}  // namespace lenslet::ops

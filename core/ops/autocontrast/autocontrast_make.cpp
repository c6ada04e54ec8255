// Makes the stages: the histogram, the levels, which the host finds, and their stretching.
#include "ocl/values.hpp"
#include "op/random_value.hpp"
#include "ops/autocontrast/autocontrast.hpp"
#include "ops/equalize/equalize.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// A low level and a scale for each channel. Alpha, which comes last, stays as it is.
std::vector<float> numbers_of(const op::Instance& problem, std::span<const std::uint64_t> counts) {
  std::vector<float> numbers;
  for (const LevelRange& one : autocontrast_stretches(problem, counts))
    numbers.insert(numbers.end(), {static_cast<float>(one.low()), static_cast<float>(one.scale())});
  numbers.resize(static_cast<std::size_t>(2 * problem.inputs.image(0).format.channels), 0);
  if (problem.inputs.image(0).format.alpha) numbers.back() = 1;
  return numbers;
}

// Adds the launch that stretches. CPUs get few long work-items; those of a GPU load side by side.
void add_stretching(Graph& graph, const op::Instance& problem, const op::Maker& maker, op::GraphValue numbers) {
  const PixelFormat format = problem.inputs.image(0).format;
  const bool is_cpu = maker.device().kind == DeviceKind::cpu;
  const std::int64_t pixels = is_cpu ? 1024 : 4, lanes = is_cpu ? 16 : 4;
  const std::size_t group = is_cpu ? 1 : merge_group(maker.device());
  op::Source source({"image.cl", "autocontrast.cl"});
  source.define("TYPE", op::code_of(format.type)).define("CHANNELS", format.channels).define("PIXELS", pixels);
  source.define("VEC", lanes).define("LOOSE", is_cpu ? 1 : 0);
  const auto items = [=](const op::Graph& bound) {
    const Size size = bound.region().size();
    return ocl::Range{round_up(static_cast<std::size_t>(divide_up(size.width, pixels)), group),
                      static_cast<std::size_t>(size.height)};
  };
  graph.launch(graph.kernel(maker.program(source), "stretch", {group}), items, Graph::of_region(Graph::input(0)),
               Graph::output(0), numbers);
}

}  // namespace

Graph autocontrast_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const ArrayType samples = autocontrast_samples(problem);
  const int channels = problem.inputs.image(0).format.channels;
  const Counter counter(graph, samples, channels, finder_of_levels(samples.type), schedule, maker);
  const std::vector<float> none(static_cast<std::size_t>(2 * channels));
  const op::GraphValue numbers = graph.keep(ocl::upload(graph.queue(), none));
  const auto take = [problem, numbers, queue = &graph.queue()](const op::Graph& bound,
                                                               std::span<const std::uint64_t> counts) {
    queue->write(bound.buffer(numbers), 0, ocl::bytes_of(numbers_of(problem, counts)));
  };
  add_counts(graph, counter, packed_samples(graph, samples), schedule.word("merge") == "host", take);
  add_stretching(graph, problem, maker, numbers);
  return graph;
}

}  // namespace lenslet::ops
